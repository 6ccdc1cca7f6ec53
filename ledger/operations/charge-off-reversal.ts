import type { IsoDate } from '../../core/time/dates.js';
import type { ChargedOff, LoanHistory } from '../history.js';
import { lines, receivables, recoverables } from '../journal.js';
import type { Loan } from '../loan.js';
import { NOTHING, plus, total } from '../rules/components.js';
import { type Act, type ActEntry, accruedToOf, type Refusal, refused } from './act.js';
import { movedSplits, reallocation } from './reallocation.js';
import { replay } from './replay.js';

/**
 * Takes a charge-off back: the loan is left as if it had never been made. The history without it is replayed, so that the
 * interest that would have accrued is owed, and what was recovered meanwhile are payments like any other: where one of them now
 * goes to other components, that is a reallocation. A loan that was recovered in full is closed, and stays so.
 */
export function undoChargeOff(
  loan: Loan,
  history: LoanHistory,
  reason: string,
  on: IsoDate,
  accrueTo = on,
): Act | Refusal {
  const { chargedOff } = history;
  if (loan.status !== 'charged_off' || chargedOff === undefined) return refused('account_not_charged_off');
  const events = history.events
    .filter((event) => event.kind !== 'charge_off' || event.referenceNumber !== chargedOff.referenceNumber)
    .map((event) => (event.kind === 'opening' ? { ...event, isChargeOffUndone: true } : event));
  const replayed = replay({ ...loan, chargedOffOn: null }, events, accrueTo);
  const payments = history.payments.map((payment) => ({ ...payment, isRecovery: false }));
  const moved = movedSplits(payments, replayed.splits);
  const owed = moved.reduce((sum, one) => plus(sum, one.owed), plus(NOTHING, loan));
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
 * What is left to recover is receivable again, the loss is none, and what was recovered was no income. The loss of a boarded
 * loan is in the books of the system before: here it is as if what was left to recover had come as a receivable.
 */
function takenBack(
  loan: Loan,
  { referenceNumber, changes, loss, recoveredCents }: ChargedOff,
  missedCents: number,
  reason: string,
  { on, accrueTo }: { readonly on: IsoDate; readonly accrueTo: IsoDate },
): ActEntry {
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
