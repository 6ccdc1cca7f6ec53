import type { z } from 'zod';
import type { ApiSurface } from '../core/auth/authenticate.js';
import type { ErrorCode } from '../core/errors/catalogue.js';
import type { Scope } from '../core/principal/scopes.js';
import type { Answer } from './answer/answer.js';
import type { GraphAnswer } from './answer/graph-answer.js';
import type { CsvBody } from './csv-body.js';
import type { ExportCode } from './host/report-exports-interface.js';
import type { CsvFile } from './list-as-csv-file.js';
import type { HeaderName } from './openapi/response-headers.js';
import type { Tag } from './openapi/tags.js';
import type { Exchange } from './request/http-exchange.js';
import type { PartsSchema, ReadOutcome } from './request/read-request.js';
import type { RequestParts } from './request/request-parts.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RouteIdentity {
  /** Also the name of the GraphQL document beside an operation's file, and its key in the gateway's manifest. */
  readonly operationId: string;
  readonly method: Method;
  /** `{name}` matches one segment: `/v1/payments/{payment_id}`. */
  readonly path: `/${string}`;
  /** Whether a trailing slash is optional, as in Area C. */
  readonly slashEither?: boolean;
}

/** Texts and errors of a route for the contract document, beside what is derived from the route. */
export interface Described {
  /** One line without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly tag: Tag;
  /** Errors specific to this route; those of its area, parameters, body and host are derived. */
  readonly refusals?: readonly ErrorCode[];
}

/** A route that translates to one prepared operation of the graph. */
export interface OperationRoute extends RouteIdentity, Described {
  readonly kind: 'operation';
  /** The credentials that it accepts. */
  readonly area: Exclude<ApiSurface, 'graphql'>;
  /** For an early refusal; the services check again. */
  readonly scope: Scope;
  /** Whether it returns pages: `items` and `page`. */
  readonly isList: boolean;
  /** The CSV form, for clients that prefer it. */
  readonly csv: CsvExport | undefined;
  /** The same for a list whose rows are in the graph. */
  readonly csvFile?: CsvFile;
  /** It returns a file instead of JSON. */
  readonly file: AnsweredFile | undefined;
  /** How it reads a CSV body; without it, CSV is refused. */
  readonly csvBody?: CsvBody;
  /** For an operation whose body is far larger than usual: its limits in bytes, and in members and items. */
  readonly limits?: BodyLimits;
  readonly takesBody: boolean;
  readonly request: PartsSchema;
  /** The success statuses, each with the example members that differ; without it, there is only one. */
  readonly answers?: SuccessAnswers;
  /** For a route that returns a response as the graph stored it: its shape. */
  readonly answered?: AnswerOf;
  /** As spelled in the contract. */
  readonly headerNames: readonly string[];
  read(request: RequestParts): ReadOutcome | Promise<ReadOutcome>;
  success(answer: GraphAnswer): Answer;
}

export interface CsvExport {
  readonly code: ExportCode;
  /** The column names in the first line; by default, the members of a row in JSON. */
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

/** A route that this host answers itself: token exchange, key set, health. It enforces its own limits. */
export interface LocalRoute<Services = never> extends LocalSource<Services> {
  readonly kind: 'local';
}

export interface LocalSource<Services> extends RouteIdentity {
  /** Without it the contract document omits the route: it is a page for people. */
  readonly contract?: LocalContract;
  /** Prepared operations that it runs anyway, if any. */
  readonly runs?: string | readonly string[];
  readonly answer: (asked: LocalRequest<Services>) => Answer | Promise<Answer>;
}

/** One request of a local route, with the services of the host that the route declares. */
export interface LocalRequest<Services> {
  readonly exchange: Exchange;
  readonly path: RequestParts['path'];
  readonly services: Services;
}

/** Contract of a route that no document of the graph describes. */
export interface LocalContract extends Described {
  /** The caller's credentials; a scope: an access token that has it, or (null) any access token. */
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
    /** Whether it answers 304 if the client has a current copy. */
    readonly isCacheable?: boolean;
    /** Headers specific to this response. */
    readonly headers?: readonly HeaderName[];
    /** Other success statuses, each with when it is returned. */
    readonly also?: Readonly<Record<number, string>>;
  };
}

/** The body is the response of a graph operation, in one of its members. */
export interface AnswerOf {
  readonly operationId: string;
  readonly member: string;
  /** The member inside that one, if the body is nested. */
  readonly within?: string;
}

export interface LocalBody {
  /** Name of its schema in the document's components. */
  readonly name: string;
  readonly schema: z.ZodType;
  readonly example: unknown;
}

export type SuccessAnswers = Readonly<Record<number, Readonly<Record<string, unknown>>>>;

/** A route of the contract that refuses every request after authentication, without revealing anything. */
export interface RefusedRoute extends RouteIdentity, Described {
  readonly kind: 'refused';
  readonly area: OperationRoute['area'];
  readonly problem: ErrorCode;
}

/** Without `Services`, any route, whatever it depends on: it can be described but not run. */
export type Route<Services = never> = OperationRoute | LocalRoute<Services> | RefusedRoute;

export function refused(source: Omit<RefusedRoute, 'kind'>): RefusedRoute {
  return { kind: 'refused', ...source };
}

export function local<Services = unknown>(source: LocalSource<Services>): LocalRoute<Services> {
  return { kind: 'local', ...source };
}
