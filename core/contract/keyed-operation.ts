/** Writes whose Idempotency-Key can be asked for what became of them. */
export const KEYED_OPERATIONS = ['record_payment', 'reverse_payment'] as const;
export type KeyedOperation = (typeof KEYED_OPERATIONS)[number];
