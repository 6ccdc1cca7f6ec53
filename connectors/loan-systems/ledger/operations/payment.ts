import type { IsoDate } from '../../../../core/dates.js';
import { type Cents, cents } from '../../../../core/money.js';
import { lines, receivables, recoverables } from '../journal.js';
import type { Components, Loan } from '../loan.js';
import { applyInOrder } from '../rules/application.js';
import { isPayable, payoffCents } from '../rules/payoff.js';
import { type Act, accruedTo, type Refusal, refused } from './act.js';

export interface PaymentTerms {
  readonly externalReference: string;
  readonly amountCents: Cents;
  readonly paymentMethod: string;
  readonly memo: string | null;
}

/** Posts a payment as of a business day, or, on a charged-off loan, a recovery. */
export function pay(loan: Loan, payment: PaymentTerms, on: IsoDate): Act | Refusal {
  if (!isPayable(loan.status)) return refused('account_not_payable');
  if (payment.amountCents <= 0) return refused('amount_not_positive');
  if (payment.amountCents > payoffCents(loan, on)) return refused('amount_exceeds_payoff');

  const isRecovery = loan.chargedOffOn !== null;
  const accrued = accruedTo(loan, on);
  const applied = applyInOrder(payment.amountCents, accrued.loan);
  const { amountCents } = payment;
  const amounts = isRecovery
    ? { cash: amountCents, recovery_income: -amountCents, ...recoverables(applied, -1) }
    : { cash: amountCents, ...receivables(applied, -1) };
  return {
    kind: 'act',
    loan: paid(accrued.loan, applied, isRecovery),
    entries: [
      {
        entry: {
          type: isRecovery ? 'recovery' : 'payment',
          effectiveOn: on,
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
          ...applied,
        },
      },
    ],
  };
}

function paid(loan: Loan, applied: Components, isRecovery: boolean): Loan {
  const towardSchedule = isRecovery ? 0 : applied.principalCents + applied.interestCents;
  return {
    ...loan,
    principalCents: cents(loan.principalCents - applied.principalCents),
    interestCents: cents(loan.interestCents - applied.interestCents),
    feesCents: cents(loan.feesCents - applied.feesCents),
    scheduledPaidCents: cents(loan.scheduledPaidCents + towardSchedule),
  };
}
