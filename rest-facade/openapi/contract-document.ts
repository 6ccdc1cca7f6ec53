import type { Route } from '../route.js';
import { Components } from './components.js';
import type { Addresses } from './host-addresses.js';
import type { JsonObject } from './json-schema.js';
import { type Graph, operationObject } from './operation-object.js';
import { REQUEST_ID } from './parameters.js';
import { HEADERS } from './response-headers.js';
import { securitySchemes } from './security.js';
import { TAGS } from './tags.js';
import { WEBHOOK_TAG, webhooks } from './webhooks.js';

/** Every route of the REST API, by the host that answers it; a route of both hosts is in both lists. */
export interface Hosts {
  readonly base: readonly Route[];
  readonly secure: readonly Route[];
}

/** The contract as OpenAPI 3.1: from the route table and the schemas that serve the requests. */
export function contractDocument(hosts: Hosts, graph: Graph, addresses: Addresses): JsonObject {
  const components = new Components();
  const paths = new Map<string, Record<string, unknown>>();
  for (const route of new Set([...hosts.base, ...hosts.secure])) {
    const operation = operationObject(route, idOf(route, hosts), graph, components);
    if (operation === undefined) continue;
    const { path } = route;
    const item = paths.get(path) ?? {};
    const servers = serversOf(route, hosts, addresses);
    paths.set(path, { ...item, [route.method.toLowerCase()]: { ...operation, ...(servers && { servers }) } });
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [server(addresses.baseUrl, 'base')],
    tags: [...Object.entries(TAGS).map(([name, description]) => ({ name, description })), WEBHOOK_TAG],
    paths: Object.fromEntries(paths),
    webhooks: webhooks(),
    components: {
      securitySchemes: securitySchemes(addresses.baseUrl),
      parameters: { 'X-Request-Id': REQUEST_ID },
      headers: HEADERS,
      responses: sorted(components.responses),
      schemas: sorted(components.schemas),
    },
  };
}

const INFO: JsonObject = {
  title: 'Tributary',
  version: '1.0.0',
  summary: 'One safe, normalized API over loan accounts in several loan management systems.',
  description: [
    'Money is integer cents in US dollars, dates are `YYYY-MM-DD`, times are UTC. Lists return `items` and `page`; pass a',
    '`next_cursor` that is not null back as `cursor`. Errors are `{"detail": {"error_code": …, "message": …}}`, a 422 of validation',
    'a list of items instead; `/docs/errors/{code}` says what each code means. A record outside your scope and a record that does not exist get the same response. An unknown path gets',
    '404 `route_not_found`; a known path with another method gets 405 `method_not_allowed` with `Allow`. HEAD is GET without its body. In the',
    'groups about email and campaigns a trailing slash in the path is optional. A query parameter that an operation does not',
    'list is refused: 422 `extra_forbidden` at `["query", name]`. `from`, `to`, `limit` and `cursor` may be sent to every operation of the',
    'unversioned API and to its counterpart under `/v1`; where they are not listed they have no effect. `x-extensible-enum`',
    'marks lists of values that may grow.',
  ].join(' '),
  contact: { name: 'The operators of this installation' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const SERVERS = {
  base: 'The base host: serves every operation that does not name another host.',
  secure: 'The secure host: serves only card capture, card processors’ events, health and this document.',
} as const;

function server(url: string, name: keyof typeof SERVERS): JsonObject {
  return { url, description: SERVERS[name] };
}

/** Omitted for operations of the base host only. */
function serversOf(
  route: Route,
  { base, secure }: Hosts,
  { baseUrl, secureUrl }: Addresses,
): readonly JsonObject[] | undefined {
  if (!secure.includes(route)) return undefined;
  return [...(base.includes(route) ? [server(baseUrl, 'base')] : []), server(secureUrl, 'secure')];
}

const UNVERSIONED = 'Unversioned';

/**
 * Operation ids are unique, and client generators use them as method names: an operation in both areas has the plain
 * name under `/v1`; its unversioned counterpart has a suffix.
 */
function idOf({ operationId, path }: Route, { base, secure }: Hosts): string {
  const namesakes = [...base, ...secure].some((route) => route.operationId === operationId && route.path !== path);
  return namesakes && !path.startsWith('/v1/') ? `${operationId}${UNVERSIONED}` : operationId;
}

function sorted(parts: ReadonlyMap<string, JsonObject>): JsonObject {
  return Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
