import type { Logger } from '../../logging/logger.js';
import type { Principal } from '../../principal/principal.js';
import { httpRequests } from '../../telemetry/metrics.js';

/** What the log line shows of a GraphQL document, because a refused document is a 200. */
export interface DocumentNotes {
  /** Root fields by their names in the schema, without arguments or selections. */
  readonly fields: string[];
  /** Codes of the errors in the answer. */
  readonly codes: string[];
}

/** The facts about a request that a host has after the answer. */
export interface SeenRequest {
  readonly request: { readonly method?: string };
  readonly requestId: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The client's address; TRUST_PROXY decides which proxies' headers are trusted. */
  readonly address: string;
  /** Undefined when no route matched. */
  readonly route: { readonly path: string } | undefined;
  readonly principal: Principal | undefined;
  /** The key prefix of a client that authenticated without becoming a principal: in the token exchange. */
  readonly keyPrefix?: string | undefined;
  /** The milliseconds that its refusal was delayed on purpose; not counted as processing time. */
  readonly heldMs?: number;
  readonly document?: DocumentNotes;
}

/** Only in the log and the metrics: the client left before its answer was complete. */
export const CLIENT_CLOSED_REQUEST = 499;

/**
 * Writes one log line and one measurement per request. The caller is shown by prefix or subject and organizations,
 * never by key or token. The operation is shown by the route's pattern, never by its parameters or its body. The
 * address is logged only for callers that guess or flood.
 */
export function createRequestLog(logger: Logger): (seen: SeenRequest, status: number) => void {
  // The line has only the fields below, so it needs no search for secrets, which would cost more than writing it.
  const lines = logger.child({}, { redact: [] });
  return ({ request, requestId, startedAt, address, route, principal, keyPrefix, heldMs = 0, document }, status) => {
    const milliseconds = performance.now() - startedAt - heldMs;
    const method = request.method ?? '';
    httpRequests.observe({ method, route: route?.path ?? 'unrouted', status }, milliseconds / 1_000);
    const line = {
      request_id: requestId,
      method,
      route: route?.path ?? null,
      status,
      ms: Math.round(milliseconds * 100) / 100,
      ...(heldMs > 0 && { held_ms: Math.round(heldMs) }),
      key_prefix: principal?.kind === 'api_key' ? principal.actor : (keyPrefix ?? null),
      ...(principal?.kind === 'operator' && { operator: principal.actor, role: principal.role }),
      organization_ids: principal?.organizationIds ?? null,
      ...(document && { fields: document.fields, error_codes: document.codes }),
      ...((status === 401 || status === 429) && { address }),
    };
    if (status >= 500) lines.warn(line, 'request');
    else lines.info(line, 'request');
  };
}
