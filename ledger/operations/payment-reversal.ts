import { type Cents, cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import { lines, receivables, recoverables } from '../journal.js';
import type { Components, Loan } from '../loan.js';
import type { AllocatedPayment, LoanHistory } from '../loan-history-from-entries.js';
import { addComponents, isNothing, NOTHING, negated, total } from '../rules/balance-component-arithmetic.js';
import { lossChange } from './charged-off-loss-increase.js';
import { assessNsfFee } from './nsf-fee.js';
import {
  type AppliedOperation,
  accruedTo,
  accruedToOf,
  type OperationEntry,
  type Refusal,
  refused,
} from './operation-result.js';
import { type AllocationChange, changedAllocations, reallocation } from './reallocation.js';
import { replay } from './replay.js';

export interface ReversalTerms {
  readonly externalReference: string;
  /** The payment's reference number. */
  readonly referenceNumber: number;
  readonly amountCents: Cents;
  readonly reason: string | null;
  readonly isNsf: boolean;
}

/**
 * Reverses a payment or a recovery: the loan is as if it had never been made, except that return fees stay on their
 * day. A closed loan is reopened, because without the payment it would not have been closed. The history is replayed
 * without the payment. Each later payment with a different allocation gets a reallocation, and the increase of a
 * charged-off loan's loss is an entry of its own. Nothing that was reported before changes, and a charge-off stays on
 * its day. A returned (NSF) payment costs the loan's NSF fee, except on a charged-off loan.
 */
export function reverse(
  loan: Loan,
  history: LoanHistory,
  reversal: ReversalTerms,
  on: IsoDate,
  accrueTo = on,
): AppliedOperation | Refusal {
  const payment = history.payments.find(({ referenceNumber }) => referenceNumber === reversal.referenceNumber);
  if (payment === undefined) return refused('payment_not_found');
  if (total(payment.split) !== reversal.amountCents) return refused('amount_differs');

  const without = history.events.filter(
    (event) => event.kind !== 'payment' || event.referenceNumber !== payment.referenceNumber,
  );
  const replayed = replay(loan, without, accrueTo);
  const others = history.payments.filter((other) => other !== payment);
  const moved = changedAllocations(others, replayed.splits);
  const accrued = accruedTo(loan, accrueTo);
  const owedMore = moved.reduce((sum, { owed }) => addComponents(sum, owed), payment.split);
  /**
   * Interest that was never accrued because the payment had lowered the principal, less what only a payoff included.
   */
  const missedCents = cents(replayed.loan.interestCents - accrued.loan.interestCents - owedMore.interestCents);
  const grown = lossGrown(payment, moved, missedCents);

  const entries = [
    takenBack(payment, reversal, { on, accrueTo }, cents(accrued.accruedCents + missedCents)),
    ...moved.map((one) => reallocation(one, on)),
    ...(loan.chargedOffOn === null || isNothing(grown) ? [] : [lossChange(grown, on)]),
  ];
  if (!reversal.isNsf || loan.chargedOffOn !== null || loan.nsfFeeCents === 0) {
    return { kind: 'act', loan: replayed.loan, entries };
  }
  const fee = assessNsfFee(replayed.loan, on);
  return { kind: 'act', loan: fee.loan, entries: [...entries, fee.entry] };
}

/**
 * The amount paid before the charge-off becomes part of the loss, with the interest that accrued to it. A recovery was
 * never part of the loss, but the interest of a payoff's day may have stayed in the loss only because of it.
 */
function lossGrown(payment: AllocatedPayment, moved: readonly AllocationChange[], missedCents: Cents): Components {
  const before = payment.isRecovery ? NOTHING : payment.split;
  return moved
    .filter(({ payment: { isRecovery } }) => !isRecovery)
    .reduce(
      (sum, { owed }) => addComponents(sum, owed),
      addComponents(before, { ...NOTHING, interestCents: missedCents }),
    );
}

function takenBack(
  { referenceNumber, isRecovery, split }: AllocatedPayment,
  reversal: ReversalTerms,
  { on, accrueTo }: { readonly on: IsoDate; readonly accrueTo: IsoDate },
  accruedCents: Cents,
): OperationEntry {
  const { amountCents, reason } = reversal;
  const amounts = isRecovery
    ? { cash: -amountCents, recovery_income: amountCents, ...recoverables(split, 1) }
    : { cash: -amountCents, ...receivables(split, 1) };
  return {
    entry: {
      type: reversal.isNsf ? 'nsf_return' : 'payment_reversal',
      effectiveOn: on,
      ...accruedToOf(accrueTo, on),
      externalReference: reversal.externalReference,
      reversesReference: referenceNumber,
      memo: reason,
      lines: lines(amounts, accruedCents),
    },
    transaction: {
      type: reversal.isNsf ? 'nsf' : 'reversal',
      amountCents: cents(-amountCents),
      effectiveAt: on,
      status: 'posted',
      originalExternalId: String(referenceNumber),
      paymentMethod: null,
      reason,
      ...negated(split),
    },
  };
}
