import type Stripe from 'stripe';
import type { RefundOrder, RefundOutcome } from '../port.js';
import type { Failure } from './failure.js';
import { keyed } from './keyed.js';
import { type RefundObject, refundObject } from './objects.js';

/** Stripe gives a charge back once, whatever it is asked: a request whose failure it has stored may be made again. */
const TRIES = 5;

/** A refund under this reference is looked for before one is asked for: keys are forgotten after a day, refunds are not. */
export async function refund(stripe: Stripe, order: RefundOrder): Promise<RefundOutcome> {
  const { organizationId, reference, chargeExternalId } = order;
  const before = await findRefund(stripe, order);
  if (before !== undefined) return stateOf(before);
  const metadata = { organization_id: organizationId, reference };
  const made = await keyed(reference, TRIES, refundObject, (options) =>
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
    case 'busy':
    case 'unclear':
      return { kind: 'unavailable' };
    case 'fault':
      // Only what Stripe says of the charge itself is a refusal; of our credentials, an operator's matter.
      return failure.fault.type === 'StripeInvalidRequestError'
        ? { kind: 'refused', code: failure.fault.code }
        : { kind: 'unavailable' };
  }
}
