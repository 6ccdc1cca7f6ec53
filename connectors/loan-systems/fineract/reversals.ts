import type { IsoInstant } from '../../../core/time/dates.js';
import type { PostingOutcome, Reached, ReversalOrder, Sending } from '../../../loan-model/port.js';
import { decimal } from '../http/http-client.js';
import { sendCommand } from './commands.js';
import { reversalPosting } from './find-postings.js';
import type { FineractContext } from './fineract-context.js';
import type { FineractTransaction } from './response-schemas.js';

const ALREADY_REVERSED: PostingOutcome = { kind: 'refused', reason: 'already_reversed' };
const MOST_NOTE = 1000;

/**
 * Reverses a payment's transaction. Fineract refuses to reverse a transaction twice. It is therefore read before and
 * after, to find out which reversal it was.
 */
export async function reversePayment(
  desk: FineractContext,
  order: ReversalOrder,
  sending?: Sending,
): Promise<PostingOutcome> {
  const before = await paymentOf(desk, order);
  if (before.kind === 'unavailable') return { kind: 'unreachable', ...(before.isWell && { isWell: true }) };
  if (before.value === 'absent') return { kind: 'refused', reason: 'posting_not_found' };
  const payment = before.value;
  if (payment.manuallyReversed === true) return reversedBy(desk, order, payment);

  const note = order.reason ?? (order.isNsf ? 'Returned unpaid: insufficient funds' : null);
  const body = {
    // The payment's own day: Fineract accepted a posting on it, so it is a working day.
    transactionDate: payment.date,
    transactionAmount: decimal('0'),
    dateFormat: 'yyyy-MM-dd',
    locale: 'en',
    reversalExternalId: order.externalReference,
    ...(note === null || note === '' ? {} : { note: note.slice(0, MOST_NOTE) }),
  };
  const path = ['loans', order.loan.externalId, 'transactions', payment.id];
  const command = { path, command: 'undo', reference: order.externalReference, body, sending };
  const outcome = await sendCommand(desk, command);
  // A reversal names no payment type.
  if (outcome.kind === 'no_payment_type') return { kind: 'unknown' };
  if (outcome.kind !== 'carried_out' && outcome.kind !== 'look' && outcome.kind !== 'refused') return outcome;

  const after = await paymentOf(desk, order);
  if (after.kind === 'unavailable' || after.value === 'absent') return { kind: 'unknown' };
  const at = outcome.kind === 'carried_out' ? outcome.at : undefined;
  if (after.value.manuallyReversed === true) return reversedBy(desk, order, after.value, at);
  return outcome.kind === 'refused' ? outcome : { kind: 'unknown' };
}

/**
 * Looked up by our reference first: after a backdated entry Fineract replays later transactions, which get new ids but
 * keep their external ids.
 */
async function paymentOf(
  { postings }: FineractContext,
  order: ReversalOrder,
): Promise<Reached<FineractTransaction | 'absent'>> {
  const found = await postings.byExternalId(order.loan, order.paymentReference);
  if (found.kind === 'unavailable' || found.value !== 'absent') return found;
  return postings.byId(order.loan, order.postingExternalId);
}

function reversedBy(
  desk: FineractContext,
  order: ReversalOrder,
  payment: FineractTransaction,
  carriedOutAt?: IsoInstant,
): PostingOutcome {
  if (payment.reversalExternalId !== order.externalReference) return ALREADY_REVERSED;
  const posting = reversalPosting(payment, desk.settings['time-zone'], carriedOutAt);
  return posting === undefined ? { kind: 'unknown' } : { kind: 'confirmed', posting };
}
