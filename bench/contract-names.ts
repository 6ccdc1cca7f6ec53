import type { CollectedPaymentRow } from '../subgraphs/payments/collected-payment/collected-payment.row.js';

/** A payment in the contract's names: the yardstick answers the same bytes as the product. */
export function inContractNames(payment: CollectedPaymentRow) {
  return {
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
    reversal: payment.reversal && {
      reversed_at: payment.reversal.reversedAt,
      reason: payment.reversal.reason,
      is_nsf: payment.reversal.isNsf,
      reference_number: payment.reversal.referenceNumber,
      reversed_by: payment.reversal.reversedBy,
    },
  };
}
