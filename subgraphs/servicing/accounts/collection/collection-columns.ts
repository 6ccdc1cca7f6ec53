/** The columns that the collection queue can be sorted by. */
export const COLLECTION_COLUMNS = [
  'borrower',
  'loan',
  'days_past_due',
  'past_due',
  'last_contact',
  'follow_up',
  'lender',
] as const;
export type CollectionColumn = (typeof COLLECTION_COLUMNS)[number];
