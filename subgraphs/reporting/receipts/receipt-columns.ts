/** The columns that a list of receipts can be sorted by. */
export const RECEIPT_COLUMNS = [
  'business_day',
  'day',
  'borrower',
  'loan',
  'method',
  'loan_system',
  'status',
  'reversed_on',
  'amount',
  'net',
] as const;
export type ReceiptColumn = (typeof RECEIPT_COLUMNS)[number];
