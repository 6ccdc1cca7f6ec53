import type { z } from 'zod';
import type { Door } from '../core/auth/authenticate.js';
import type { Scope } from '../core/auth/scopes.js';
import type { ErrorCode } from '../core/errors/catalogue.js';
import { addIssuesFromZod, issuesFromZod } from '../core/errors/from-zod.js';
import { IssueList, type ValidationIssue } from '../core/errors/validation.js';
import type { Answer } from './answer/answer.js';
import type { CsvBody } from './csv-body.js';
import type { CsvFile } from './csv-file.js';
import type { ExportCode } from './host/report-exports.js';
import type { HeaderName } from './openapi/headers.js';
import type { Tag } from './openapi/tags.js';
import type { Exchange } from './request/exchange.js';
import { pageCursor } from './request/list-query.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RouteIdentity {
  /** Also the name of the GraphQL document beside an operation's file, and its key in the gateway's manifest. */
  readonly operationId: string;
  readonly method: Method;
  /** `{name}` stands for one segment: `/v1/payments/{payment_id}`. */
  readonly path: `/${string}`;
  /** Whether a slash at the end makes no difference: so in Area C. */
  readonly slashEither?: boolean;
}

/** What the contract document says of a route beside what follows from it. */
export interface Described {
  /** A line without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly tag: Tag;
  /** Refusals of its own; those of its door, its parameters, its body and its host follow from the rest. */
  readonly refusals?: readonly ErrorCode[];
}

/** A route that translates to one prepared operation of the graph. */
export interface OperationRoute extends RouteIdentity, Described {
  readonly kind: 'operation';
  /** Which credentials open it. */
  readonly area: Exclude<Door, 'graphql'>;
  /** An early refusal; the services check again. */
  readonly scope: Scope;
  /** Whether it answers pages: `items` and `page`. */
  readonly isList: boolean;
  /** What it also answers as CSV, to whoever prefers that. */
  readonly csv: CsvExport | undefined;
  /** The same of a list whose rows are in the graph. */
  readonly csvFile?: CsvFile;
  /** It answers a file instead of JSON. */
  readonly file: AnsweredFile | undefined;
  /** How it reads a body that is CSV; without it, none is. */
  readonly csvBody?: CsvBody;
  /** Of an operation whose body is far larger than others': the bytes that it reads, and the members and items. */
  readonly limits?: BodyLimits;
  readonly takesBody: boolean;
  readonly request: PartsSchema;
  /** The statuses of success, each with the members by which an example of it differs; without, the one that there is. */
  readonly answers?: SuccessAnswers;
  /** Of a route that writes an answer as the graph keeps it: what that looks like. */
  readonly answered?: AnswerOf;
  /** As the contract spells them. */
  readonly headerNames: readonly string[];
  read(request: RequestParts): ReadOutcome | Promise<ReadOutcome>;
  success(answer: GraphAnswer): Answer;
}

export interface CsvExport {
  readonly code: ExportCode;
  /** The names in its first line; without them, those of the members of a row as JSON. */
  readonly columns?: readonly string[];
}

export interface AnsweredFile {
  readonly mediaType: string;
  readonly about: string;
}

export interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
}

/** A route that this host answers by itself: token exchange, key set, health. It limits itself where it must. */
export interface LocalRoute extends RouteIdentity {
  readonly kind: 'local';
  /** Without one the contract document leaves it out: a page for people, not an operation. */
  readonly contract?: LocalContract;
  /** The prepared operations that it runs nevertheless, where there are any. */
  readonly runs?: string | readonly string[];
  answer(exchange: Exchange, path: RequestParts['path']): Answer | Promise<Answer>;
}

/** What the contract document says of a route that no document of the graph describes. */
export interface LocalContract extends Described {
  /** How a caller shows who it is; a scope: with an access token that has it, or (null) with any. */
  readonly security: 'none' | 'client_credentials' | 'webhook' | 'card_processor' | { readonly scope: Scope | null };
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly header?: z.ZodObject;
  /** The schema of each media type. */
  readonly body?: { readonly content: Readonly<Record<string, z.ZodType>>; readonly example: unknown };
  readonly success: {
    readonly status: number;
    readonly about: string;
    readonly body?: LocalBody | AnswerOf;
    /** Whether it answers 304 to who has it already. */
    readonly isCacheable?: boolean;
    /** Of its own. */
    readonly headers?: readonly HeaderName[];
    /** Other statuses of success, each with the case in which it is answered. */
    readonly also?: Readonly<Record<number, string>>;
  };
}

/** The body is what an operation of the graph answers, in one of its members. */
export interface AnswerOf {
  readonly operationId: string;
  readonly member: string;
  /** A member of that one, where the body is told inside of it. */
  readonly within?: string;
}

export interface LocalBody {
  /** Of its schema, in the document's components. */
  readonly name: string;
  readonly schema: z.ZodType;
  readonly example: unknown;
}

export type SuccessAnswers = Readonly<Record<number, Readonly<Record<string, unknown>>>>;

/** A route of the contract that is refused whatever it is sent, once the caller is known: it tells nobody anything. */
export interface RefusedRoute extends RouteIdentity, Described {
  readonly kind: 'refused';
  readonly area: OperationRoute['area'];
  readonly problem: ErrorCode;
}

export type Route = OperationRoute | LocalRoute | RefusedRoute;

/** A request as it came, cut into the parts that a 422 item's `loc` begins with. */
export interface RequestParts {
  readonly path: Readonly<Record<string, string>>;
  /** What is sent more than once is a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly header: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Undefined: none was sent. */
  readonly body: unknown;
}

export type GraphAnswer = Readonly<Record<string, unknown>>;
export type Variables = Readonly<Record<string, unknown>>;
export type ReadOutcome =
  | { readonly kind: 'valid'; readonly variables: Variables }
  | { readonly kind: 'invalid'; readonly issues: readonly ValidationIssue[] };

/**
 * Each part's schema; the whole is parsed at once, so that one answer names every problem of every part. The query's is closed:
 * it is made of those of `list-query.ts`.
 */
export type PartsSchema = z.ZodObject<{
  path?: z.ZodObject;
  query: z.ZodObject;
  header?: z.ZodObject;
  body?: z.ZodType;
}>;

export interface OperationSource<S extends PartsSchema, A> extends RouteIdentity, Described {
  readonly area: OperationRoute['area'];
  readonly scope: Scope;
  readonly csv?: CsvExport;
  readonly file?: AnsweredFile;
  readonly csvFile?: CsvFile;
  readonly csvBody?: CsvBody;
  readonly limits?: BodyLimits;
  readonly request: S;
  readonly answers?: SuccessAnswers;
  readonly answered?: AnswerOf;
  /** The document's variables, named as the contract names them. */
  variables(request: z.output<S>): Variables;
  /**
   * Of an operation whose body is far larger than others': how it is checked, with turns for whoever waits. What is wrong is added to
   * the issues; without any, the body is answered.
   */
  readonly checkedBody?: (body: unknown, issues: IssueList) => Promise<z.output<S>['body'] | undefined>;
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
    read: checkedBody === undefined ? readWhole(request, source) : readWithTurns(request, source, checkedBody),
    // The gateway validated the document against the schema that `A` was generated from: execution can answer nothing else.
    success: (answer) => source.success(answer as A),
  };
}

function readWhole<S extends PartsSchema>(
  request: S,
  { variables }: Pick<OperationSource<S, never>, 'variables'>,
): OperationRoute['read'] {
  return (parts) => {
    const parsed = request.safeParse(parts);
    return parsed.success
      ? { kind: 'valid', variables: asSent(variables(parsed.data)) }
      : { kind: 'invalid', issues: issuesFromZod({ error: parsed.error, input: parts }) };
  };
}

/** The other parts first, then the body: the problems of all of them are told. */
function readWithTurns<S extends PartsSchema>(
  request: S,
  { variables }: Pick<OperationSource<S, never>, 'variables'>,
  checkedBody: NonNullable<OperationSource<S, never>['checkedBody']>,
): OperationRoute['read'] {
  const others = request.omit({ body: true });
  return async ({ body, ...parts }) => {
    const issues = new IssueList();
    const parsed = others.safeParse(parts);
    if (!parsed.success) addIssuesFromZod(issues, { error: parsed.error, input: parts });
    const checked = await checkedBody(body, issues);
    return issues.length > 0
      ? { kind: 'invalid', issues: issues.listed() }
      : { kind: 'valid', variables: asSent(variables({ ...parsed.data, body: checked } as z.output<S>)) };
  };
}

export function refused(source: Omit<RefusedRoute, 'kind'>): RefusedRoute {
  return { kind: 'refused', ...source };
}

export function local(source: Omit<LocalRoute, 'kind'>): LocalRoute {
  return { kind: 'local', ...source };
}

/** As JSON would carry them: to compiled execution a member that is there and undefined is not one that was left out. */
export function asSent(variables: Variables): Variables {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) sent[name] = isMembers(value) ? asSent(value) : value;
  }
  return sent;
}

function isMembers(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Variables of a document that has one for each member of a body: a member that it would drop does not compile. */
export type Passing<Body, Variables> = keyof Body extends keyof Variables ? Variables : never;

/** An answer whose fragment has each of some members: one that it would not tell does not compile. */
export type Telling<Fragment, Members extends keyof Fragment, Answer> = Answer & { readonly __told?: Members };
