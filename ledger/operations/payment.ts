import { type Cents, cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import { lines, receivables, recoverables } from '../journal.js';
import type { Components, Loan } from '../loan.js';
import { addComponents, total } from '../rules/balance-component-arithmetic.js';
import { lateFeesAfterPayment } from '../rules/late-fee-rules.js';
import { allocateInOrder } from '../rules/payment-allocation.js';
import { interestOfPayoffTo, isPayable, owedOn, payoffCents } from '../rules/payoff.js';
import { type AppliedOperation, accruedTo, accruedToOf, type Refusal, refused } from './operation-result.js';

export interface PaymentTerms {
  readonly externalReference: string;
  readonly amountCents: Cents;
  readonly paymentMethod: string;
  readonly memo: string | null;
}

/**
 * Posts a payment as of a business day, or, on a charged-off loan, a recovery.
 *
 * @param accrueTo - the day to which interest runs before it is applied.
 */
export function pay(loan: Loan, payment: PaymentTerms, on: IsoDate, accrueTo = on): AppliedOperation | Refusal {
  if (!isPayable(loan.status)) return refused('account_not_payable');
  if (payment.amountCents <= 0) return refused('amount_not_positive');
  if (payment.amountCents > payoffCents(loan, accrueTo)) return refused('amount_exceeds_payoff');

  const isRecovery = loan.chargedOffOn !== null;
  const interestTo = interestPaidTo(loan, payment.amountCents, accrueTo);
  const accrued = accruedTo(loan, interestTo);
  const { loan: after, split } = applied(accrued.loan, payment.amountCents);
  const { amountCents } = payment;
  const amounts = isRecovery
    ? { cash: amountCents, recovery_income: -amountCents, ...recoverables(split, -1) }
    : { cash: amountCents, ...receivables(split, -1) };
  return {
    kind: 'act',
    loan: after,
    entries: [
      {
        entry: {
          type: isRecovery ? 'recovery' : 'payment',
          effectiveOn: on,
          ...accruedToOf(interestTo, on),
          externalReference: payment.externalReference,
          reversesReference: null,
          memo: payment.memo,
          lines: lines(amounts, accrued.accruedCents),
        },
        transaction: {
          type: 'payment',
          amountCents,
          effectiveAt: on,
          status: 'posted',
          originalExternalId: null,
          paymentMethod: payment.paymentMethod,
          reason: null,
          ...split,
        },
      },
    ],
  };
}

/**
 * The day to which interest runs before a payment is applied. A payment of the whole balance on its day is a payoff: if
 * a payoff includes the interest of its own day, it runs to the next day, even if the payment does not cover all of
 * that. Every replay keeps that day: determined again in a replay, a payment of a cent more could leave more owed, and
 * a later payment might exceed the balance.
 */
function interestPaidTo(loan: Loan, amountCents: Cents, accrueTo: IsoDate): IsoDate {
  const isPayoff = loan.chargedOffOn === null && amountCents >= total(owedOn(loan, accrueTo));
  return isPayoff ? interestOfPayoffTo(loan, accrueTo) : accrueTo;
}

/** A loan after a payment of the day, and the payment's allocation. Recoveries do not count toward the schedule. */
export function applied(loan: Loan, amountCents: Cents): { readonly loan: Loan; readonly split: Components } {
  const split = allocateInOrder(amountCents, loan, loan.product.applicationOrder);
  const towardSchedule = loan.chargedOffOn === null ? split.principalCents + split.interestCents : 0;
  const after = {
    ...loan,
    ...addComponents(loan, split, -1),
    scheduledPaidCents: cents(loan.scheduledPaidCents + towardSchedule),
  };
  return { split, loan: { ...after, ...lateFeesAfterPayment(loan, split.feesCents) } };
}
