import { type Cents, cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import { lines } from '../journal.js';
import type { Loan } from '../loan.js';
import { lateFeesWithin } from '../rules/late-fee-rules.js';
import { type AppliedOperation, accruedTo, accruedToOf, type Refusal, refused } from './operation-result.js';

export interface Waiver {
  readonly component: 'interest' | 'fees';
  readonly amountCents: Cents;
  readonly reason: string;
}

/** Waives interest or fees: income is reversed, no cash moves. Principal is never waived, only charged off. */
export function waive(loan: Loan, waiver: Waiver, on: IsoDate, accrueTo = on): AppliedOperation | Refusal {
  if (loan.status !== 'active' && loan.status !== 'delinquent') return refused('account_not_open');
  if (waiver.amountCents <= 0) return refused('amount_not_positive');
  const { loan: accrued, accruedCents } = accruedTo(loan, accrueTo);
  const interest = waiver.component === 'interest' ? waiver.amountCents : 0;
  const fees = waiver.component === 'fees' ? waiver.amountCents : 0;
  if (interest > accrued.interestCents || fees > accrued.feesCents) return refused('amount_exceeds_balance');
  return {
    kind: 'act',
    loan: {
      ...accrued,
      interestCents: cents(accrued.interestCents - interest),
      feesCents: cents(accrued.feesCents - fees),
      ...lateFeesWithin(accrued, cents(accrued.feesCents - fees)),
    },
    entries: [
      {
        entry: {
          type: 'waiver',
          effectiveOn: on,
          ...accruedToOf(accrueTo, on),
          externalReference: null,
          reversesReference: null,
          memo: waiver.reason,
          lines: lines(
            { interest_receivable: -interest, interest_income: interest, fee_receivable: -fees, fee_income: fees },
            accruedCents,
          ),
        },
        transaction: {
          type: 'waiver',
          amountCents: cents(-waiver.amountCents),
          effectiveAt: on,
          status: 'posted',
          originalExternalId: null,
          paymentMethod: null,
          reason: waiver.reason,
          principalCents: null,
          interestCents: interest === 0 ? null : cents(-interest),
          feesCents: fees === 0 ? null : cents(-fees),
        },
      },
    ],
  };
}
