import type { ErrorCode } from '../../core/errors/catalogue.js';
import type { LocalRoute, OperationRoute, Route } from '../route.js';

/** Of every route: bytes that cannot be read as a request, and faults of ours. */
const OF_THE_HOST = ['malformed_request', 'request_timeout', 'headers_too_large', 'internal_error'] as const;
/** Of every route that asks who calls. */
const OF_THE_DOOR = [
  'missing_token',
  'invalid_token',
  'organization_out_of_scope',
  // Of more organizations than one, at the least.
  'validation_failed',
  'rate_limited',
  'service_unavailable',
] as const;
/** Of every write: it may be a sandbox organization's, whose clock is being moved. */
const OF_A_WRITE = ['test_clock_advancing'] as const;
/** Card data is refused wherever a body is read; the secure host reads its own. */
const OF_A_BODY = ['payload_too_large', 'unsupported_media_type', 'card_data_refused'] as const;

/** Every error that a request to this route can be answered with. */
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

/** Area B knows bad dates, where nothing else is wrong, as an error of their own. */
function ofParts({ request: { shape }, area }: OperationRoute): readonly ErrorCode[] {
  const hasRange = area === 'unversioned' && Object.hasOwn(shape.query.shape, 'from');
  return hasRange ? ['invalid_date_range'] : [];
}
