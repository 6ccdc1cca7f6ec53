import { snakeCased } from '../../../../core/contract/case-conversion.js';
import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import { serializeAnswer } from '../../../../core/errors/refusal-body.js';
import { type CollectedPaymentRow, storedPayment } from './collected-payment.row.js';

/** Statuses that are not final: 202, poll the payment. */
const OPEN: ReadonlySet<string> = new Set(['pending', 'pending_confirmation', 'reversal_pending']);

/**
 * A payment as the answer of recording and reversing it: the same fields in the same order as a read over REST. A
 * test compares the bytes of both.
 */
export function writtenPayment(payment: CollectedPaymentRow): WrittenAnswer {
  const { id, reversal, ...members } = storedPayment(payment);
  return serializeAnswer(OPEN.has(payment.status) ? 202 : 201, {
    payment_id: id,
    ...snakeCased(members),
    reversal: reversal && snakeCased(reversal),
  });
}
