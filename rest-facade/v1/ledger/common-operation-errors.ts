/** Errors of every operation on a ledger loan. */
export const OPERATION_REFUSALS = [
  'account_not_found',
  'not_a_ledger_account',
  'servicing_rejected',
  'posting_unavailable',
  'idempotency_conflict',
  'idempotency_in_progress',
] as const;
