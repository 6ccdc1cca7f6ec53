import type { IsoDate } from '../../core/time/dates.js';
import { lines, receivables } from '../journal.js';
import type { Components, Loan } from '../loan.js';
import { addComponents, isNothing, total } from '../rules/balance-component-arithmetic.js';
import { lateFeesAdjusted } from '../rules/late-fee-rules.js';
import { type AppliedOperation, accruedTo, accruedToOf, type Refusal, refused } from './operation-result.js';

export interface Adjustment {
  /** Positive raises the balance owed, negative lowers it. */
  readonly components: Components;
  readonly reason: string;
}

/** Adjusts the balance owed manually: no cash moved, no income earned. A reduction does not count as paid. */
export function adjust(
  loan: Loan,
  { components, reason }: Adjustment,
  on: IsoDate,
  accrueTo = on,
): AppliedOperation | Refusal {
  if (loan.status !== 'active' && loan.status !== 'delinquent') return refused('account_not_open');
  if (isNothing(components)) return refused('nothing_to_adjust');
  const { loan: accrued, accruedCents } = accruedTo(loan, accrueTo);
  const after = addComponents(accrued, components);
  if (Math.min(after.principalCents, after.interestCents, after.feesCents) < 0)
    return refused('amount_exceeds_balance');
  const amountCents = total(components);
  return {
    kind: 'act',
    loan: { ...accrued, ...after, ...lateFeesAdjusted(accrued, components.feesCents, after.feesCents) },
    entries: [
      {
        entry: {
          type: 'adjustment',
          effectiveOn: on,
          ...accruedToOf(accrueTo, on),
          externalReference: null,
          reversesReference: null,
          memo: reason,
          lines: lines({ ...receivables(components, 1), adjustment: -amountCents }, accruedCents),
        },
        transaction: {
          type: 'adjustment',
          amountCents,
          effectiveAt: on,
          status: 'posted',
          originalExternalId: null,
          paymentMethod: null,
          reason,
          ...components,
        },
      },
    ],
  };
}
