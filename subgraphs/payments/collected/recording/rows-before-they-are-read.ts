import type { Posting } from '../../../../loan-model/port.js';
import type { CollectedPaymentRow } from '../payment/collected-payment.row.js';
import type { NewPayment } from './new-payment-columns.js';
import type { RecordedFacts } from './record-payment.store.js';

/** The row that a later read returns, except for the values that the writing statement finds. */
export function postedRow(payment: NewPayment, posting: Posting): CollectedPaymentRow {
  const { effectiveOn: effectiveDate, referenceNumber, postedAt } = posting;
  return { ...unconfirmedRow(payment), status: 'posted', effectiveDate, referenceNumber, postedAt };
}

const NOTHING_FOUND = { createdAt: null, possibleDuplicateOf: null } as const;

/** A reservation as its caller sees it while the outcome is unknown. */
export function unconfirmedRow(
  { recordedBy: _, cardBrand: __, ...written }: NewPayment,
  found: RecordedFacts | typeof NOTHING_FOUND = NOTHING_FOUND,
): CollectedPaymentRow {
  const outcome = { effectiveDate: null, referenceNumber: null, postedAt: null, reversal: null };
  return { ...written, status: 'pending_confirmation', ...outcome, ...found };
}
