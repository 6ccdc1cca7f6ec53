/** The columns that a list of disputes can be sorted by. */
export const DISPUTE_COLUMNS = [
  'opened',
  'borrower',
  'loan',
  'status',
  'amount',
  'funds',
  'reason',
  'evidence_due',
  'closed',
  'processor',
] as const;
export type DisputeColumn = (typeof DISPUTE_COLUMNS)[number];
