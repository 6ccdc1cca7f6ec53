import type { PostingOutcome, Reached, ReversalOrder, Sending } from '../port.js';
import type { MambuApi } from './api.js';
import { asPosting, type PostingLookup, transactionPath } from './lookup.js';
import { reversalMarkOf, reversalNotes } from './notes.js';
import type { MambuTransaction } from './wire.js';
import { sendOnce, write } from './writes.js';

const UNKNOWN: PostingOutcome = { kind: 'unknown' };

/**
 * Adjusts the repayment. Mambu knows no reference for that but the notes of the adjusting transaction, so that the repayment
 * is read before and after: it names what adjusted it, and the notes tell whether that was this reversal.
 */
export async function reverseRepayment(
  api: MambuApi,
  lookup: PostingLookup,
  reversal: ReversalOrder,
  sending?: Sending,
): Promise<PostingOutcome> {
  const { postingExternalId, externalReference: reference, isNsf, reason } = reversal;
  const before = await adjustmentOf(lookup, postingExternalId);
  // Nothing has been sent yet.
  if (before.kind === 'unavailable') return { kind: 'unreachable' };
  if (before.value === 'absent') return { kind: 'refused', reason: 'posting_not_found' };
  if (before.value !== 'none') return judged(before.value, reference);

  const notes = reversalNotes({ reference, isNsf }, reason);
  const request = write(`${transactionPath(postingExternalId)}:adjust`, { notes }, sending);
  return sendOnce(api, request, {
    // A transaction is adjusted once, and this request was told that it did: whatever the notes say, it is this reversal's.
    success: async () => {
      const after = await adjustmentOf(lookup, postingExternalId);
      return after.kind === 'answered' && isTransaction(after.value) ? confirmed(after.value) : UNKNOWN;
    },
    standing: async () => {
      const after = await adjustmentOf(lookup, postingExternalId);
      if (after.kind === 'unavailable') return after;
      const isOpen = after.value === 'none' || after.value === 'absent';
      return { kind: 'answered', value: isOpen ? 'absent' : judged(after.value, reference) };
    },
  });
}

/** What has adjusted a repayment: a transaction, `unread` where that one could not be had, or `none`. */
type Adjustment = MambuTransaction | 'unread' | 'none' | 'absent';

async function adjustmentOf(lookup: PostingLookup, repaymentKey: string): Promise<Reached<Adjustment>> {
  const original = await lookup.transaction(repaymentKey);
  if (original.kind === 'unavailable' || original.value === 'absent') return original;
  const key = original.value.adjustmentTransactionKey;
  if (key === undefined) return { kind: 'answered', value: 'none' };
  const adjusting = await lookup.transaction(key);
  const isRead = adjusting.kind === 'answered' && adjusting.value !== 'absent';
  return { kind: 'answered', value: isRead ? adjusting.value : 'unread' };
}

function judged(adjustment: Adjustment, reference: string): PostingOutcome {
  if (!isTransaction(adjustment)) return UNKNOWN;
  if (reversalMarkOf(adjustment.notes)?.reference === reference) return confirmed(adjustment);
  return { kind: 'refused', reason: 'already_reversed' };
}

function confirmed(adjustment: MambuTransaction): PostingOutcome {
  const posting = asPosting(adjustment);
  return posting === undefined ? UNKNOWN : { kind: 'confirmed', posting };
}

function isTransaction(adjustment: Adjustment): adjustment is MambuTransaction {
  return typeof adjustment !== 'string';
}
