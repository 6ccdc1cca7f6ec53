import type { Answer } from './answer/answer.js';
import { pageCursor } from './request/list-query.js';
import { type CheckedBody, type PartsSchema, readWhole, readWithTurns, type WholeReading } from './request/reading.js';
import type { Described, OperationRoute, RouteIdentity } from './route.js';

/** What is the same in the source and in the route that is made of it. */
type Kept = Pick<OperationRoute, 'area' | 'scope' | 'csvFile' | 'csvBody' | 'limits' | 'answers' | 'answered'>;

export interface OperationSource<S extends PartsSchema, A> extends RouteIdentity, Described, Kept, WholeReading<S> {
  readonly csv?: OperationRoute['csv'];
  readonly file?: OperationRoute['file'];
  /** Of an operation whose body is far larger than others'. */
  readonly checkedBody?: CheckedBody<S>;
  /** The document aliases its fields to the contract's names, so this unwraps and picks the status. */
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
    // The gateway validated the document against the schema that `A` was generated from: execution can answer nothing else.
    success: (answer) => source.success(answer as A),
  };
}

/** Variables of a document that has one for each member of a body: a member that it would drop does not compile. */
export type Passing<Body, Variables> = keyof Body extends keyof Variables ? Variables : never;

/** An answer whose fragment has each of some members: one that it would not tell does not compile. */
export type Telling<Fragment, Members extends keyof Fragment, Answer> = Answer & { readonly __told?: Members };
