import { readFileSync } from 'node:fs';

/** The parts of the contract document used for pages. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly 'x-extensible-enum'?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly servers?: readonly unknown[];
}

interface Reference {
  readonly $ref: string;
}

interface Document {
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: RawOperation }>>;
  readonly components: {
    readonly securitySchemes: {
      readonly access_token: {
        readonly flows: { readonly clientCredentials: { readonly scopes: Record<string, string> } };
      };
    };
  } & Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Address {
  readonly method: string;
  readonly path: string;
}

/** An operation as documented on its page; for an operation with two paths, the one under `/v1`. */
export interface Operation extends Address {
  /** The operation's id, also the name of its page. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Readonly<Record<string, Content>>;
  readonly responses: Readonly<Record<string, Response>>;
  /** How a caller authenticates: an access token, the API key itself, or neither. */
  readonly door: 'token' | 'key' | 'none';
  readonly scopes: readonly string[];
  readonly isSecureHost: boolean;
  /** The same operation's path outside of `/v1`. */
  readonly twin?: Address;
}

/** The project's root: compiled code runs from another folder. */
export const SITE = rootOf(import.meta.url);

export const DOCUMENT = JSON.parse(readFileSync(new URL('../../docs/openapi.json', SITE), 'utf8')) as Document;

export function resolved<T extends object>(value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const found = DOCUMENT.components[kind]?.[name];
  if (found === undefined) throw new Error(`${value.$ref} does not resolve`);
  return found as T;
}

/** Suffix of the id of an operation that `/v1` also has. */
const UNVERSIONED = 'Unversioned';

export const OPERATIONS: readonly Operation[] = read();
/** Tags of operations; webhook events have their own tag and page. */
export const TAGS = DOCUMENT.tags.filter(({ name }) => OPERATIONS.some(({ tag }) => tag === name));

function read(): Operation[] {
  const all = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]) => ({ method: method.toUpperCase(), path, raw })),
  );
  const byId = new Map(all.map((each) => [each.raw.operationId, each]));
  return all
    .filter(({ raw }) => !raw.operationId.endsWith(UNVERSIONED))
    .map(({ method, path, raw }) => operation({ method, path }, raw, byId.get(`${raw.operationId}${UNVERSIONED}`)));
}

function operation(at: Address, raw: RawOperation, twin: Address | undefined): Operation {
  const schemes = raw.security.flatMap((one) => Object.keys(one));
  const isToken = schemes.includes('access_token');
  return {
    ...at,
    name: raw.operationId,
    summary: raw.summary,
    description: raw.description ?? '',
    tag: raw.tags[0] ?? '',
    parameters: (raw.parameters ?? []).map((parameter) => resolved<Parameter>(parameter)),
    ...(raw.requestBody !== undefined && { body: raw.requestBody.content }),
    responses: Object.fromEntries(
      Object.entries(raw.responses).map(([status, response]) => [status, resolved<Response>(response)]),
    ),
    door: isToken ? 'token' : schemes.includes('api_key') ? 'key' : 'none',
    scopes: [...new Set(raw.security.flatMap((one) => Object.values(one).flat()))],
    // Operations of both hosts name two.
    isSecureHost: raw.servers?.length === 1,
    ...(twin !== undefined && { twin: { method: twin.method, path: twin.path } }),
  };
}

/** Whether it returns a page of rows. */
export function isList({ responses }: Operation): boolean {
  const page = exampleOf(responses['200']?.content?.['application/json']);
  return typeof page === 'object' && page !== null && 'page' in page;
}

/** The first example of a response or a body. */
export function exampleOf(content: Content | undefined): unknown {
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
}

function rootOf(url: string): URL {
  const [project = ''] = url.split('/node_modules/.tributary/site-made/');
  return url.includes('/node_modules/.tributary/site-made/') ? new URL(`${project}/site/src/`) : new URL('.', url);
}
