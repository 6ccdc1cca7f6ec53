/** Why a delivery got no answer. */
export const DELIVERY_FAILURES = [
  'address_not_allowed',
  'timeout',
  'answer_not_readable',
  'dns',
  'connection_refused',
  'connection_lost',
  'tls',
  'unreachable',
  'failed',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];
