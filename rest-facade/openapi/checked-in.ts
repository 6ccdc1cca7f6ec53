import apiSchema from '../../gateway/api-schema.js';
import { persistedOperations } from '../persisted-operations.js';
import { BASE_ROUTES, SECURE_ROUTES } from '../routes.js';
import { contractDocument } from './document.js';

/** The addresses of a start without configuration; a host that serves the document puts its own there. */
const DEFAULT_ADDRESSES = { baseUrl: 'http://127.0.0.1:4000', secureUrl: 'http://127.0.0.1:4002' } as const;

/** The bytes of docs/openapi.json. Run from the project's folder. */
export function checkedInDocument(): string {
  const graph = { schema: apiSchema('gateway/supergraph.graphql'), documents: persistedOperations('rest-facade') };
  const hosts = { base: BASE_ROUTES, secure: SECURE_ROUTES };
  return `${JSON.stringify(contractDocument(hosts, graph, DEFAULT_ADDRESSES), null, 2)}\n`;
}
