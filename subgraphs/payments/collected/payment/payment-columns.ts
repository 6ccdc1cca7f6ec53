/** The columns that a list of payments can be sorted by. */
export const PAYMENT_COLUMNS = [
  'recorded',
  'amount',
  'status',
  'borrower',
  'loan',
  'method',
  'applied',
  'reference',
  'recorded_by',
] as const;
export type PaymentColumn = (typeof PAYMENT_COLUMNS)[number];
