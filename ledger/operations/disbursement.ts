import type { IsoDate } from '../../core/time/dates.js';
import { lines } from '../journal.js';
import type { Loan } from '../loan.js';
import { type AppliedOperation, type Refusal, refused } from './operation-result.js';

/**
 * Disburses a pending loan: it becomes active, and interest runs from here. On or after its first due date it is too
 * late: the loan would be past due by the next morning, with an installment for money just received.
 */
export function disburse(loan: Loan, on: IsoDate): AppliedOperation | Refusal {
  if (loan.status !== 'pending') return refused('account_not_pending');
  if (loan.firstDueOn <= on) return refused('first_due_date_passed');
  const amountCents = loan.originalPrincipalCents;
  return {
    kind: 'act',
    loan: { ...loan, status: 'active', principalCents: amountCents, accruedThrough: on },
    entries: [
      {
        entry: {
          type: 'disbursement',
          effectiveOn: on,
          externalReference: null,
          reversesReference: null,
          memo: null,
          lines: lines({ principal_receivable: amountCents, cash: -amountCents }),
        },
        transaction: {
          type: 'disbursement',
          amountCents,
          effectiveAt: on,
          status: 'posted',
          originalExternalId: null,
          paymentMethod: null,
          reason: null,
          principalCents: amountCents,
          interestCents: null,
          feesCents: null,
        },
      },
    ],
  };
}
