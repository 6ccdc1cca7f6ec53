import type { Answer } from './answer/answer.js';
import { pageCursor } from './request/list-query.js';
import {
  type CheckedBody,
  type PartsSchema,
  readWhole,
  readWithTurns,
  type WholeReading,
} from './request/read-request.js';
import type { Described, OperationRoute, RouteIdentity } from './route.js';

/** Properties shared by an operation's declaration and the route made from it. */
type Kept = Pick<OperationRoute, 'area' | 'scope' | 'csvFile' | 'csvBody' | 'limits' | 'answers' | 'answered'>;

export interface OperationSource<S extends PartsSchema, A> extends RouteIdentity, Described, Kept, WholeReading<S> {
  readonly csv?: OperationRoute['csv'];
  readonly file?: OperationRoute['file'];
  /** For an operation whose body is far larger than usual. */
  readonly checkedBody?: CheckedBody<S>;
  /** Unwraps the data and picks the status; the document already uses the contract's names. */
  success(answer: A): Answer;
}

/** Declares a route of the graph. `A` is the document's generated result type. */
export function operation<S extends PartsSchema, A>(source: OperationSource<S, A>): OperationRoute {
  const { area, request, variables: _variables, success: _success, checkedBody, csv, file, ...described } = source;
  return {
    kind: 'operation',
    ...described,
    slashEither: area === 'admin',
    area,
    request,
    csv,
    file,
    isList: request.shape.query.shape['cursor'] === pageCursor,
    takesBody: request.shape.body !== undefined,
    headerNames: Object.keys(request.shape.header?.shape ?? {}),
    read: checkedBody === undefined ? readWhole(source) : readWithTurns(source, checkedBody),
    // The gateway validated the document against the schema from which `A` was generated, so execution returns this
    // type.
    success: (answer) => source.success(answer as A),
  };
}

/** Variables of a document that takes each member of a body separately: leaving one out does not compile. */
export type PassesEveryMember<Body, Variables> = keyof Body extends keyof Variables ? Variables : never;

/** A response whose fragment must contain certain members: leaving one out does not compile. */
export type WithMembers<Fragment, Members extends keyof Fragment, Answer> = Answer & { readonly __told?: Members };
