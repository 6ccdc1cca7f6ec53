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
  'last_contact',
] as const;
export type AccountColumn = (typeof ACCOUNT_COLUMNS)[number];

/** Columns that show what operators did, which no API key can read. */
export const OPERATORS_COLUMNS: readonly AccountColumn[] = ['last_contact'];
