import answeredSchema from '../non-null-schema.js';
import { persistedOperations } from '../persisted-operations.js';
import { BASE_ROUTES, SECURE_ROUTES } from '../routes.js';
import { contractDocument } from './contract-document.js';
import { DEFAULT_ADDRESSES } from './host-addresses.js';

/** The bytes of docs/openapi.json. Run it in the project's folder. */
export function checkedInDocument(): string {
  const graph = { schema: answeredSchema('gateway/supergraph.graphql'), documents: persistedOperations('rest-facade') };
  const hosts = { base: BASE_ROUTES, secure: SECURE_ROUTES };
  return `${JSON.stringify(contractDocument(hosts, graph, DEFAULT_ADDRESSES), null, 2)}\n`;
}
