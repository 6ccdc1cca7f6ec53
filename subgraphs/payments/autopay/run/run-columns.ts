/** The columns that a list of autopay runs can be sorted by. */
export const RUN_COLUMNS = [
  'began',
  'borrower',
  'loan',
  'due',
  'status',
  'reason',
  'next_attempt',
  'attempts',
  'amount',
] as const;
export type RunColumn = (typeof RUN_COLUMNS)[number];
