import type { Logger } from '../../core/logger.js';
import { httpRequests } from '../../core/telemetry/metrics.js';
import type { Exchange } from '../request/exchange.js';

/**
 * One line per request (spec 5.2.6): who, by prefix and organizations, never by key or token; what, by the route's pattern,
 * never by its parameters or its body.
 */
export function createRequestLog(logger: Logger): (exchange: Exchange, status: number) => void {
  // The line is made of the fields below and no others: searching it for secrets costs more than writing it.
  const lines = logger.child({}, { redact: [] });
  return ({ request, route, principal, requestId, startedAt }, status) => {
    const milliseconds = performance.now() - startedAt;
    const labels = { method: request.method, route: route?.path ?? 'unrouted', status };
    httpRequests.observe(labels, milliseconds / 1_000);
    const line = {
      request_id: requestId,
      method: request.method,
      route: route?.path ?? null,
      status,
      ms: Math.round(milliseconds * 100) / 100,
      key_prefix: principal?.actor ?? null,
      organization_ids: principal?.organizationIds ?? null,
    };
    if (status >= 500) lines.warn(line, 'request');
    else lines.info(line, 'request');
  };
}
