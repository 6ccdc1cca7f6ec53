import type { EndpointRow } from './endpoint.store.js';

/** The fields of an endpoint in the audit log, without its secret. */
export function endpointAuditFields({ url, description, types, organizationIds, status }: EndpointRow) {
  return { url, description, types, organizationIds, status };
}
