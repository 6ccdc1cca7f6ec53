import type { IsoDate } from '../../core/time/dates.js';
import { lines, receivables, recoverables } from '../journal.js';
import type { Loan } from '../loan.js';
import type { ChargedOff, LoanHistory } from '../loan-history-from-entries.js';
import { addComponents, NOTHING, total } from '../rules/balance-component-arithmetic.js';
import { type AppliedOperation, accruedToOf, type OperationEntry, type Refusal, refused } from './operation-result.js';
import { changedAllocations, reallocation } from './reallocation.js';
import { replay } from './replay.js';

/**
 * Reverses a charge-off: the loan is as if it had never been charged off. The history is replayed without it, so that
 * the interest that would have accrued is owed, and recoveries since become ordinary payments. Where one of them now
 * has a different allocation, that is recorded as a reallocation. A loan that was recovered in full is closed, and
 * stays closed.
 */
export function reverseChargeOff(
  loan: Loan,
  history: LoanHistory,
  reason: string,
  on: IsoDate,
  accrueTo = on,
): AppliedOperation | Refusal {
  const { chargedOff } = history;
  if (loan.status !== 'charged_off' || chargedOff === undefined) return refused('account_not_charged_off');
  const events = history.events
    .filter((event) => event.kind !== 'charge_off' || event.referenceNumber !== chargedOff.referenceNumber)
    .map((event) => (event.kind === 'opening' ? { ...event, isChargeOffUndone: true } : event));
  const replayed = replay({ ...loan, chargedOffOn: null }, events, accrueTo);
  const payments = history.payments.map((payment) => ({ ...payment, isRecovery: false }));
  const moved = changedAllocations(payments, replayed.splits);
  const owed = moved.reduce((sum, one) => addComponents(sum, one.owed), addComponents(NOTHING, loan));
  /** Interest that was not accrued because the loan was charged off. */
  const missedCents = replayed.loan.interestCents - owed.interestCents;
  return {
    kind: 'act',
    loan: replayed.loan,
    entries: [
      takenBack(loan, chargedOff, missedCents, reason, { on, accrueTo }),
      ...moved.map((one) => reallocation(one, on)),
    ],
  };
}

/**
 * The recoverable amount becomes receivable again, the loss is zero, and recoveries are no income. The loss of a
 * boarded loan is in the previous system's books: in this ledger, the recoverable amount is treated as if it had been
 * boarded as a receivable.
 */
function takenBack(
  loan: Loan,
  { referenceNumber, changes, loss, recoveredCents }: ChargedOff,
  missedCents: number,
  reason: string,
  { on, accrueTo }: { readonly on: IsoDate; readonly accrueTo: IsoDate },
): OperationEntry {
  const amounts = {
    [referenceNumber === null ? 'boarding_clearing' : 'charge_off_expense']: -total(loss),
    recovery_income: recoveredCents,
    ...receivables(loan, 1),
    ...recoverables(loan, -1),
  };
  return {
    entry: {
      type: 'charge_off_reversal',
      effectiveOn: on,
      ...accruedToOf(accrueTo, on),
      externalReference: null,
      reversesReference: referenceNumber,
      memo: reason,
      lines: lines(amounts, missedCents),
    },
    transaction: {
      type: 'adjustment',
      amountCents: total(loss),
      effectiveAt: on,
      status: 'posted',
      originalExternalId: referenceNumber === null ? null : String(referenceNumber),
      ...(changes.length > 0 && { alsoReversesExternalIds: changes.map(String) }),
      paymentMethod: null,
      reason,
      ...loss,
    },
  };
}
