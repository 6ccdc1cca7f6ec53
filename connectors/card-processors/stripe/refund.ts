import type Stripe from 'stripe';
import type { RefundOrder, RefundOutcome } from '../port.js';
import type { Failure } from './failure.js';
import { sendIdempotently } from './idempotent-request.js';
import { type RefundObject, refundObject } from './response-schemas.js';

/**
 * Stripe refunds a charge in full only once, so a request whose failure it has stored may be repeated with a new key.
 */
const TRIES = 5;

/** Looks for a refund with this reference before it requests one: Stripe forgets keys after a day, but not refunds. */
export async function refund(stripe: Stripe, order: RefundOrder): Promise<RefundOutcome> {
  const { organizationId, reference, chargeExternalId } = order;
  const before = await findRefund(stripe, order);
  if (before !== undefined) return stateOf(before);
  const metadata = { organization_id: organizationId, reference };
  const made = await sendIdempotently(reference, TRIES, refundObject, (options) =>
    stripe.refunds.create({ payment_intent: chargeExternalId, metadata }, options),
  );
  return stateOf(made);
}

async function findRefund(stripe: Stripe, order: RefundOrder): Promise<RefundObject | undefined> {
  for await (const listed of stripe.refunds.list({ payment_intent: order.chargeExternalId, limit: 100 })) {
    const found = refundObject.parse(listed);
    if (found.metadata?.['reference'] === order.reference) return found;
  }
  return undefined;
}

function stateOf({ status }: RefundObject): RefundOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'refunded' };
    case 'failed':
    case 'canceled':
      return { kind: 'refused', code: `refund_${status}` };
    default:
      return { kind: 'unavailable' };
  }
}

export function failedRefund(failure: Failure): RefundOutcome {
  switch (failure.kind) {
    case 'declined':
      return { kind: 'refused', code: failure.code };
    case 'not_carried_out':
    case 'rate_limited':
    case 'busy':
    case 'unclear':
      return { kind: 'unavailable' };
    case 'fault':
      // Only an error about the charge itself is a refusal; an error about our credentials is for an operator to fix.
      return failure.fault.type === 'StripeInvalidRequestError'
        ? { kind: 'refused', code: failure.fault.code }
        : { kind: 'unavailable' };
  }
}
