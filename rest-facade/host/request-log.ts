import type { Exchange } from '../request/exchange.js';

/**
 * One line per request (spec 5.2.6): who, by prefix and organizations, never by key or token; what, by the route's pattern,
 * never by its parameters or its body.
 */
export function logRequest(exchange: Exchange, status: number): void {
  const { request, route, principal, services, requestId, startedAt } = exchange;
  const line = {
    request_id: requestId,
    method: request.method,
    route: route?.path ?? null,
    status,
    ms: Math.round((performance.now() - startedAt) * 100) / 100,
    key_prefix: principal?.actor ?? null,
    organization_ids: principal?.organizationIds ?? null,
  };
  if (status >= 500) services.logger.warn(line, 'request');
  else services.logger.info(line, 'request');
}
