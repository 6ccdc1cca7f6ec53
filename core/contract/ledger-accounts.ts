/** The ledger's chart of accounts, to which its journal posts. */
export const LEDGER_ACCOUNT_NAMES = [
  'cash',
  'principal_receivable',
  'interest_receivable',
  'fee_receivable',
  'interest_income',
  'fee_income',
  'charge_off_expense',
  'recovery_income',
  'recoverable_principal',
  'recoverable_interest',
  'recoverable_fees',
  'recoverable_contra',
  'adjustment',
  'boarding_clearing',
] as const;
