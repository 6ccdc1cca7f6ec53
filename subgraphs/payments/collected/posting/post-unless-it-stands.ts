import type { LoanSystem, PaymentOrder, PostingOutcome } from '../../../../loan-model/port.js';

/**
 * Posts a payment of a worker. A refused one may have been posted before: it may itself have paid the loan off, and a
 * restore of our database has lost it. So it is looked for before the refusal counts.
 */
export async function postUnlessItStands(system: LoanSystem, order: PaymentOrder): Promise<PostingOutcome> {
  const outcome = await system.postPayment(order);
  if (outcome.kind !== 'refused') return outcome;
  const found = await system.findPosting(order.loan, order.externalReference, 'payment');
  if (found.kind === 'unavailable') return { kind: 'unknown' };
  return found.value === 'absent' ? outcome : { kind: 'confirmed', posting: found.value };
}
