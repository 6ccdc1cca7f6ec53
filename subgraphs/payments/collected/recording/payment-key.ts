import { limitToOrganization, systemPrincipal } from '../../../../core/principal/principal.js';
import type { Posting } from '../../../../loan-model/port.js';
import { RECORD_PAYMENT } from './payment-to-record.js';

/** Settling runs as the product itself: the caller may be gone, or be the reconciliation job. */
const SETTLEMENT = systemPrincipal('settlement');
export const settlementOf = ({ organizationId }: Pick<PaymentKey, 'organizationId'>) =>
  limitToOrganization(SETTLEMENT, organizationId);

export type PaymentKey = {
  readonly id: string;
  readonly organizationId: string;
  readonly loanSystemCode: string;
};

/** With what the posting must be, to be of this payment. */
export type OrderedPayment = PaymentKey & { readonly amountCents: number; readonly paymentMethod: string };

export function keyOf({ id, organizationId }: PaymentKey) {
  return { id, organizationId };
}

export function facts(posting: Posting) {
  return {
    effectiveDate: posting.effectiveOn,
    referenceNumber: posting.referenceNumber,
    postedAt: posting.postedAt,
    postingExternalId: posting.externalId,
  };
}

export function subject({ id, organizationId }: Pick<PaymentKey, 'id' | 'organizationId'>) {
  return { organizationId, operation: RECORD_PAYMENT, subjectId: id };
}
