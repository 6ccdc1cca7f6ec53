import type { Route } from '../route.js';
import type { Addresses } from './addresses.js';
import { Components } from './components.js';
import { HEADERS } from './headers.js';
import type { JsonObject } from './json-schema.js';
import { type Graph, operationObject } from './operation-object.js';
import { REQUEST_ID } from './parameters.js';
import { securitySchemes } from './security.js';
import { TAGS } from './tags.js';
import { WEBHOOK_TAG, webhooks } from './webhooks.js';

/** Every route of the REST surface, by the host that answers it; a route of both is in both. */
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
  summary: 'One safe, normalized API over the loan accounts that sit in several loan management systems.',
  description: [
    'Money is integer cents in US dollars, dates are `YYYY-MM-DD`, times are UTC. Lists answer `items` and `page`; pass a',
    '`next_cursor` that is not null back as `cursor`. Errors are `{"detail": {"error_code": …, "message": …}}`, a 422 of validation',
    'a list of items instead; `/docs/errors/{code}` says what each code means. What is outside your scope and what does not exist answer the same bytes. A path that is not in here answers',
    '404 `route_not_found`; one with another method answers 405 `method_not_allowed` with `Allow`. HEAD is GET without its body. In the',
    'groups about email and campaigns a slash at the end of a path makes no difference. A query parameter that an operation does not',
    'list is refused: 422 `extra_forbidden` at `["query", name]`. `from`, `to`, `limit` and `cursor` may be sent to every operation of the',
    'unversioned surface and to its counterpart under `/v1`; where they are not listed they have no effect. Lists of values that may',
    'grow are told by `x-extensible-enum`.',
  ].join(' '),
  contact: { name: 'The operators of this installation' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const SERVERS = {
  base: 'The base host: what an operation does not say otherwise of.',
  secure: 'The secure host: card capture and card processors’ events, and nothing else but health and this document.',
} as const;

function server(url: string, name: keyof typeof SERVERS): JsonObject {
  return { url, description: SERVERS[name] };
}

/** Said where it is not the base host alone. */
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
 * Ids are unique in a document, and generated clients name their methods by them: an operation of both surfaces has the plain name
 * under `/v1`, and its unversioned counterpart says so at its end.
 */
function idOf({ operationId, path }: Route, { base, secure }: Hosts): string {
  const namesakes = [...base, ...secure].some((route) => route.operationId === operationId && route.path !== path);
  return namesakes && !path.startsWith('/v1/') ? `${operationId}${UNVERSIONED}` : operationId;
}

function sorted(parts: ReadonlyMap<string, JsonObject>): JsonObject {
  return Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
