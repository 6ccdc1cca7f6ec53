import type { ErrorCode } from '../../core/errors/catalogue.js';
import type { LocalRoute, OperationRoute, Route } from '../route.js';

/** Errors of every route: bytes that cannot be read as a request, and internal errors. */
const OF_THE_HOST = ['malformed_request', 'request_timeout', 'headers_too_large', 'internal_error'] as const;
/** Errors of every authenticated route. */
const OF_THE_DOOR = [
  'missing_token',
  'invalid_token',
  'organization_out_of_scope',
  // When several organizations are named.
  'validation_failed',
  'rate_limited',
  'service_unavailable',
] as const;
/** Errors of every write: it may concern a sandbox organization whose clock is advancing. */
const OF_A_WRITE = ['test_clock_advancing'] as const;
/** Card data is refused in every body; only the secure host accepts it. */
const OF_A_BODY = ['payload_too_large', 'unsupported_media_type', 'card_data_refused'] as const;

/** Every error that a request to this route can return. */
export function refusalsOf(route: Route): ReadonlySet<ErrorCode> {
  switch (route.kind) {
    case 'local':
      return new Set<ErrorCode>([...OF_THE_HOST, ...ofSecurity(route), ...(route.contract?.refusals ?? [])]);
    case 'refused':
      return new Set<ErrorCode>([...OF_THE_HOST, ...OF_THE_DOOR, route.problem]);
    case 'operation':
      return new Set<ErrorCode>([
        ...OF_THE_HOST,
        ...OF_THE_DOOR,
        'insufficient_scope',
        'outcome_unknown',
        ...(route.takesBody ? OF_A_BODY : []),
        ...(route.method === 'GET' ? [] : OF_A_WRITE),
        ...ofParts(route),
        ...(route.refusals ?? []),
      ]);
  }
}

function ofSecurity({ method, contract }: LocalRoute): readonly ErrorCode[] {
  const security = contract?.security;
  if (typeof security !== 'object') return [];
  const ofScope = security.scope === null ? [] : (['insufficient_scope'] as const);
  return [...OF_THE_DOOR, ...ofScope, ...(method === 'GET' ? [] : OF_A_WRITE)];
}

/** Area B has its own error for invalid dates, if nothing else is wrong. */
function ofParts({ request: { shape }, area }: OperationRoute): readonly ErrorCode[] {
  const hasRange = area === 'unversioned' && Object.hasOwn(shape.query.shape, 'from');
  return hasRange ? ['invalid_date_range'] : [];
}
