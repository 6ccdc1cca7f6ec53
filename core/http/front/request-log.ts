import type { Logger } from '../../logging/logger.js';
import type { Principal } from '../../principal/principal.js';
import { httpRequests } from '../../telemetry/metrics.js';

/** What the line says of a GraphQL document: a refusal of it is a 200. */
export interface DocumentNotes {
  /** Root fields, by their names in the schema; not what they are asked for. */
  readonly fields: string[];
  /** Of the errors in the answer. */
  readonly codes: string[];
}

/** What a host knows of a request when it has been answered. */
export interface SeenRequest {
  readonly request: { readonly method?: string };
  readonly requestId: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The client's, as far as TRUST_PROXY believes what proxies say. */
  readonly address: string;
  /** Undefined: no route took it. */
  readonly route: { readonly path: string } | undefined;
  readonly principal: Principal | undefined;
  /** Of a client that proved itself without becoming a principal: by the token exchange. */
  readonly keyPrefix?: string | undefined;
  /** How long its refusal waited, in milliseconds: that is no work of ours. */
  readonly heldMs?: number;
  readonly document?: DocumentNotes;
}

/** In the log and the metrics only, where the client left before its answer was whole. */
export const CLIENT_CLOSED_REQUEST = 499;

/**
 * One line and one measurement per request: who, by prefix or subject and organizations, never by key or token; what, by the
 * route's pattern, never by its parameters or its body. Where they came from is told of those who guess or flood.
 */
export function createRequestLog(logger: Logger): (seen: SeenRequest, status: number) => void {
  // The line is made of the fields below and no others: searching it for secrets costs more than writing it.
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
