import { statusText } from './statuses';

/** Why the ledger refuses an operation on a loan, by its reason. */
const REFUSALS: Readonly<Record<string, string>> = {
  account_not_open: 'This is possible only while the loan is current or past due.',
  account_not_pending: 'Only a pending loan can be disbursed.',
  account_not_charged_off: 'This loan is not charged off.',
  amount_exceeds_balance: 'That is more than is owed of this component.',
  amount_not_positive: 'The amount must be more than zero.',
  nothing_to_adjust: 'The adjustment changes nothing.',
  first_due_date_passed:
    'The first due date is today or has passed, so this loan can no longer be disbursed. Close it, and book it with later dates.',
  balance_outstanding: 'Only a loan that is paid in full, or was never disbursed, can be closed.',
};

/** A newer server may send a reason that this page does not know. */
export function refusalOfOperation(reason: string): string {
  return REFUSALS[reason] ?? `The ledger refused it: ${statusText(reason).toLowerCase()}.`;
}
