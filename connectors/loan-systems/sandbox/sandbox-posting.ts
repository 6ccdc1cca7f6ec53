import { cents } from '../../../core/money.js';
import type { LoanReference, Posting } from '../../../loan-model/port.js';
import type { SandboxLoanRow, SandboxPostingRow } from './sandbox.store.js';

/**
 * A sandbox posting as the port returns it, with the change in normalized terms. The whole amount counts as principal.
 */
export function asSandboxPosting(loan: LoanReference, after: SandboxLoanRow, row: SandboxPostingRow): Posting {
  const amountCents = cents(row.amountCents);
  const { effectiveOn, postedAt } = row;
  const externalId = String(row.referenceNumber);
  return {
    externalId,
    referenceNumber: row.referenceNumber,
    effectiveOn,
    postedAt,
    amountCents,
    change: {
      organizationId: loan.organizationId,
      accountId: loan.accountId,
      currentBalanceCents: cents(after.payoffCents),
      statusCode: after.status,
      version: after.version,
      transactions: [
        {
          externalId,
          type: row.kind,
          amountCents,
          effectiveAt: effectiveOn,
          status: 'posted',
          originalExternalId: row.reversesReference === null ? null : String(row.reversesReference),
          paymentMethod: row.paymentMethod,
          reason: row.reason,
          principalCents: amountCents,
          interestCents: cents(0),
          feesCents: cents(0),
          endingBalanceCents: cents(after.payoffCents),
        },
      ],
      lifecycleEvents: [],
      pastDue: { asOf: effectiveOn, pastDueCents: cents(0), oldestUnpaidOn: null, nextDueOn: null, nextDueCents: null },
    },
  };
}
