/** The types of entries in the ledger's journal. */
export const LEDGER_ENTRY_TYPES = [
  'disbursement',
  'payment',
  'recovery',
  'payment_reversal',
  'nsf_return',
  'nsf_fee',
  'late_fee',
  'waiver',
  'adjustment',
  'charge_off',
  'charge_off_reversal',
  'reallocation',
  'loss_change',
  'opening',
] as const;
export type LedgerEntryType = (typeof LEDGER_ENTRY_TYPES)[number];
