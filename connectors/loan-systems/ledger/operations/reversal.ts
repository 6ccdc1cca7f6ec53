import type { IsoDate } from '../../../../core/dates.js';
import { type Cents, cents } from '../../../../core/money.js';
import { appliedBy, type EntryType, type JournalLine, lines, receivables, recoverables } from '../journal.js';
import type { Components, Loan } from '../loan.js';
import { accrualDays, accrue } from '../rules/interest.js';
import { type Act, type ActEntry, accruedTo, type Refusal, refused } from './act.js';
import { assessNsfFee } from './nsf-fee.js';

/** A payment as the journal has it. */
export interface PostedPayment {
  readonly referenceNumber: number;
  readonly type: EntryType;
  readonly effectiveOn: IsoDate;
  readonly lines: readonly JournalLine[];
}

export interface ReversalTerms {
  readonly externalReference: string;
  readonly amountCents: Cents;
  readonly reason: string | null;
  readonly isNsf: boolean;
}

/**
 * Takes a payment or a recovery back. What it paid is owed again, component by component; the principal that it had paid
 * bears interest again from the payment's own date, as if it had never been paid. A returned (NSF) payment costs the
 * loan's NSF fee, except on a charged-off loan.
 */
export function reverse(loan: Loan, payment: PostedPayment, reversal: ReversalTerms, on: IsoDate): Act | Refusal {
  if (payment.type !== 'payment' && payment.type !== 'recovery') return refused('payment_not_found');
  if (loan.status === 'closed') return refused('account_closed');
  const applied = appliedBy(payment.lines);
  const amountCents = cents(applied.principalCents + applied.interestCents + applied.feesCents);
  if (amountCents !== reversal.amountCents) return refused('amount_differs');

  const isRecovery = payment.type === 'recovery';
  const accrued = accruedTo(loan, on);
  const again = accruedAgain(accrued.loan, isRecovery ? cents(0) : applied.principalCents, payment.effectiveOn, on);
  const restored = owedAgain(accrued.loan, applied, again, isRecovery);
  const back: ActEntry = {
    entry: {
      type: reversal.isNsf ? 'nsf_return' : 'payment_reversal',
      effectiveOn: on,
      externalReference: reversal.externalReference,
      reversesReference: payment.referenceNumber,
      memo: reversal.reason,
      lines: reversalLines(loan, applied, amountCents, isRecovery, accrued.accruedCents, again.interestCents),
    },
    transaction: {
      type: reversal.isNsf ? 'nsf' : 'reversal',
      amountCents: cents(-amountCents),
      effectiveAt: on,
      status: 'posted',
      originalExternalId: String(payment.referenceNumber),
      paymentMethod: null,
      reason: reversal.reason,
      principalCents: negated(applied.principalCents),
      interestCents: negated(applied.interestCents),
      feesCents: negated(applied.feesCents),
    },
  };
  if (!reversal.isNsf || loan.chargedOffOn !== null || loan.nsfFeeCents === 0) {
    return { kind: 'act', loan: restored, entries: [back] };
  }
  const fee = assessNsfFee(restored, on);
  return { kind: 'act', loan: fee.loan, entries: [back, fee.entry] };
}

/** Interest on restored principal since the payment: to the charge-off at most, for nothing accrues after it. */
function accruedAgain(loan: Loan, principalCents: Cents, from: IsoDate, on: IsoDate) {
  const until = loan.chargedOffOn ?? on;
  return accrue(principalCents, loan.annualRateBps, accrualDays(from, until), loan.accrualRemainder);
}

function owedAgain(loan: Loan, applied: Components, again: ReturnType<typeof accrue>, isRecovery: boolean): Loan {
  const offSchedule = isRecovery ? 0 : applied.principalCents + applied.interestCents;
  return {
    ...loan,
    principalCents: cents(loan.principalCents + applied.principalCents),
    interestCents: cents(loan.interestCents + applied.interestCents + again.interestCents),
    feesCents: cents(loan.feesCents + applied.feesCents),
    accrualRemainder: again.remainder,
    scheduledPaidCents: cents(loan.scheduledPaidCents - offSchedule),
  };
}

function reversalLines(
  loan: Loan,
  applied: Components,
  amountCents: Cents,
  isRecovery: boolean,
  accruedCents: Cents,
  againCents: Cents,
): JournalLine[] {
  if (loan.chargedOffOn === null) {
    return lines({ cash: -amountCents, ...receivables(applied, 1) }, accruedCents + againCents);
  }
  const recoverable = { ...applied, interestCents: cents(applied.interestCents + againCents) };
  // A payment from before the charge-off makes the loss larger by what it no longer covers.
  const loss = isRecovery ? { recovery_income: amountCents } : { charge_off_expense: amountCents };
  return lines({ cash: -amountCents, ...loss, ...recoverables(recoverable, 1) });
}

function negated(amount: Cents): Cents {
  return cents(amount === 0 ? 0 : -amount);
}
