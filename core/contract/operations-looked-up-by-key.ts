/** Writes whose outcome can be looked up by Idempotency-Key. */
export const KEYED_OPERATIONS = ['record_payment', 'reverse_payment'] as const;
export type KeyedOperation = (typeof KEYED_OPERATIONS)[number];
