import type { HttpAnswer } from '../http/http-client.js';
import type { PostingOutcome, Reached, ReversalOrder } from '../port.js';
import type { MambuApi } from './api.js';
import { asPosting, type PostingLookup, transactionPath } from './lookup.js';
import { reversalMarkOf, reversalNotes } from './notes.js';
import { sendOnce, write } from './writes.js';

const UNKNOWN: PostingOutcome = { kind: 'unknown' };

/**
 * Adjusts the repayment. Mambu knows no reference for that but the notes of the adjusting transaction, so that the repayment
 * is read before and after: it names what adjusted it, and only the notes tell whether that was this reversal.
 */
export async function reverseRepayment(
  api: MambuApi,
  lookup: PostingLookup,
  reversal: ReversalOrder,
): Promise<PostingOutcome> {
  const { postingExternalId, externalReference: reference, isNsf, reason } = reversal;
  const before = await standing(lookup, reversal);
  // Nothing has been sent yet.
  if (before.kind === 'unavailable') return { kind: 'unreachable' };
  if (before.value === 'absent') return { kind: 'refused', reason: 'posting_not_found' };
  if (before.value !== 'open') return before.value;

  const notes = reversalNotes({ reference, isNsf }, reason);
  const reversedBy = async (): Promise<Reached<PostingOutcome | 'absent'>> => {
    const after = await standing(lookup, reversal);
    if (after.kind === 'unavailable') return after;
    return { kind: 'answered', value: after.value === 'open' ? 'absent' : after.value };
  };
  const done = async (_answer: HttpAnswer): Promise<PostingOutcome> => {
    const after = await reversedBy();
    return after.kind === 'answered' && after.value !== 'absent' ? after.value : UNKNOWN;
  };
  return sendOnce(api, write(`${transactionPath(postingExternalId)}:adjust`, { notes }), done, reversedBy);
}

/** Where the repayment stands: `open`, or adjusted already, and by whom. */
async function standing(
  lookup: PostingLookup,
  { postingExternalId, externalReference }: ReversalOrder,
): Promise<Reached<'absent' | 'open' | PostingOutcome>> {
  const original = await lookup.transaction(postingExternalId);
  if (original.kind === 'unavailable' || original.value === 'absent') return answeredAbsent(original);
  const key = original.value.adjustmentTransactionKey;
  if (key === undefined) return { kind: 'answered', value: 'open' };

  const adjusting = await lookup.transaction(key);
  if (adjusting.kind === 'unavailable' || adjusting.value === 'absent') return { kind: 'answered', value: UNKNOWN };
  if (reversalMarkOf(adjusting.value.notes)?.reference !== externalReference) {
    return { kind: 'answered', value: { kind: 'refused', reason: 'already_reversed' } };
  }
  const posting = asPosting(adjusting.value);
  return { kind: 'answered', value: posting === undefined ? UNKNOWN : { kind: 'confirmed', posting } };
}

function answeredAbsent(read: Reached<unknown>): Reached<'absent'> {
  return read.kind === 'unavailable' ? read : { kind: 'answered', value: 'absent' };
}
