/** The columns that a list of accounts can be sorted by. */
export const ACCOUNT_COLUMNS = [
  'created',
  'borrower',
  'loan',
  'status',
  'balance',
  'past_due',
  'days_past_due',
  'next_due',
  'amount_due',
  'lender',
  'loan_system',
] as const;
export type AccountColumn = (typeof ACCOUNT_COLUMNS)[number];
