import {
  LEDGER_ACCOUNTS,
  LEDGER_ENTRY_TYPES,
  type LedgerAccount,
  type LedgerEntryType,
} from '../generated/contract-lists';
import { textOf } from './display-names';
import { statusText } from './statuses';

const ACCOUNT_NAMES: Readonly<Record<LedgerAccount, string>> = {
  cash: 'Cash',
  principal_receivable: 'Principal receivable',
  interest_receivable: 'Interest receivable',
  fee_receivable: 'Fees receivable',
  interest_income: 'Interest income',
  fee_income: 'Fee income',
  charge_off_expense: 'Charge-off expense',
  recovery_income: 'Recovery income',
  recoverable_principal: 'Recoverable principal',
  recoverable_interest: 'Recoverable interest',
  recoverable_fees: 'Recoverable fees',
  recoverable_contra: 'Recoverable contra',
  adjustment: 'Adjustments',
  boarding_clearing: 'Boarding clearing',
};

const ENTRY_TYPE_NAMES: Readonly<Record<LedgerEntryType, string>> = {
  disbursement: 'Disbursement',
  payment: 'Payment',
  recovery: 'Recovery',
  payment_reversal: 'Payment reversal',
  nsf_return: 'Returned payment',
  nsf_fee: 'Returned payment fee',
  late_fee: 'Late fee',
  waiver: 'Waiver',
  adjustment: 'Adjustment',
  charge_off: 'Charge-off',
  charge_off_reversal: 'Charge-off reversal',
  reallocation: 'Reallocation',
  loss_change: 'Change of charged-off amount',
  opening: 'Opening balance',
};

/** The name of a ledger account. */
export function ledgerAccountName(code: string): string {
  return textOf(ACCOUNT_NAMES, code) ?? statusText(code);
}

/** The name of a journal entry's type. */
export function entryTypeName(code: string): string {
  return textOf(ENTRY_TYPE_NAMES, code) ?? statusText(code);
}

export const LEDGER_ACCOUNT_CHOICES = LEDGER_ACCOUNTS.map((id) => ({ id, text: ACCOUNT_NAMES[id] }));
export const ENTRY_TYPE_CHOICES = LEDGER_ENTRY_TYPES.map((id) => ({ id, text: ENTRY_TYPE_NAMES[id] }));

const CHART: readonly string[] = LEDGER_ACCOUNTS;

/** The place of an account in the chart of accounts; accounts that this page does not know come last. */
export function placeInChart(code: string): number {
  const at = CHART.indexOf(code);
  return at < 0 ? CHART.length : at;
}
