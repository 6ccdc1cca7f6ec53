import type { EndpointRow } from './endpoint.store.js';

/** What the audit log says of an endpoint: never its secret. */
export function shownEndpoint({ url, description, types, organizationIds, status }: EndpointRow) {
  return { url, description, types, organizationIds, status };
}
