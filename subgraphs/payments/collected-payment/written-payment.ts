import type { WrittenAnswer } from '../../../core/errors/problem.js';
import { written } from '../../../core/errors/written.js';
import type { CollectedPaymentRow } from './collected-payment.row.js';

/** Statuses that are not the last word: 202, poll the payment. */
const OPEN: ReadonlySet<string> = new Set(['pending', 'pending_confirmation', 'reversal_pending']);

/**
 * A payment as recording and reversing it answer: the members, and their order, of the document that reads one over REST. A
 * test holds the bytes of both together.
 */
export function writtenPayment(payment: CollectedPaymentRow): WrittenAnswer {
  const { reversal } = payment;
  return written(OPEN.has(payment.status) ? 202 : 201, {
    payment_id: payment.id,
    account_id: payment.accountId,
    amount_cents: payment.amountCents,
    payment_method: payment.paymentMethod,
    check_number: payment.checkNumber,
    status: payment.status,
    effective_date: payment.effectiveDate,
    external_reference: payment.externalReference,
    memo: payment.memo,
    reference_number: payment.referenceNumber,
    posted_at: payment.postedAt,
    reversal: reversal && {
      reversed_at: reversal.reversedAt,
      reason: reversal.reason,
      is_nsf: reversal.isNsf,
      reference_number: reversal.referenceNumber,
      reversed_by: reversal.reversedBy,
    },
  });
}
