import type { z } from 'zod';
import type { Door } from '../core/auth/authenticate.js';
import type { ErrorCode } from '../core/errors/catalogue.js';
import type { Scope } from '../core/principal/scopes.js';
import type { Answer } from './answer/answer.js';
import type { GraphAnswer } from './answer/from-graph.js';
import type { CsvBody } from './csv-body.js';
import type { CsvFile } from './csv-file.js';
import type { ExportCode } from './host/report-exports.js';
import type { HeaderName } from './openapi/headers.js';
import type { Tag } from './openapi/tags.js';
import type { Exchange } from './request/exchange.js';
import type { RequestParts } from './request/parts.js';
import type { PartsSchema, ReadOutcome } from './request/reading.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RouteIdentity {
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
export interface LocalRoute<Services = never> extends LocalSource<Services> {
  readonly kind: 'local';
}

export interface LocalSource<Services> extends RouteIdentity {
  /** Without one the contract document leaves it out: a page for people, not an operation. */
  readonly contract?: LocalContract;
  /** The prepared operations that it runs nevertheless, where there are any. */
  readonly runs?: string | readonly string[];
  readonly answer: (asked: Asked<Services>) => Answer | Promise<Answer>;
}

/** One request of a local route, and what that route works with: of what its host has, no more than the route names. */
export interface Asked<Services> {
  readonly exchange: Exchange;
  readonly path: RequestParts['path'];
  readonly services: Services;
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

/** Without `Services` any route, whatever it works with: it can be read and described, and not run. */
export type Route<Services = never> = OperationRoute | LocalRoute<Services> | RefusedRoute;

export function refused(source: Omit<RefusedRoute, 'kind'>): RefusedRoute {
  return { kind: 'refused', ...source };
}

export function local<Services = unknown>(source: LocalSource<Services>): LocalRoute<Services> {
  return { kind: 'local', ...source };
}
