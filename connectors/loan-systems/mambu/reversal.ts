import type { PostingOutcome, Reached, ReversalOrder, Sending } from '../../../loan-model/port.js';
import type { MambuApi } from './api.js';
import { reversalMarkOf, reversalNotes } from './notes.js';
import { asPosting, isUnadjusted, type PostingLookup, transactionPath } from './posting-lookup.js';
import type { MambuTransaction } from './response-schemas.js';
import { sendOnce, write } from './send-write.js';

const UNKNOWN: PostingOutcome = { kind: 'unknown' };

/**
 * Adjusts the unadjusted repayment. Mambu has no reference for an adjustment except the notes of the adjusting
 * transaction. So the repayment is read before and after: it names the transaction that adjusted it, and the notes show
 * whether that was this reversal.
 */
export async function reverseRepayment(
  api: MambuApi,
  lookup: PostingLookup,
  reversal: ReversalOrder,
  sending?: Sending,
): Promise<PostingOutcome> {
  const { externalReference: reference, isNsf, reason } = reversal;
  const before = await lookBefore(lookup, reversal);
  // Nothing has been sent yet.
  if (before.kind === 'unavailable') return { kind: 'unreachable', ...(before.isWell && { isWell: true }) };
  if ('kind' in before.value) return before.value;

  const { encodedKey } = before.value;
  const notes = reversalNotes({ reference, isNsf }, reason);
  const request = write(`${transactionPath(encodedKey)}:adjust`, { notes }, sending);
  return sendOnce(api, request, {
    // A transaction can be adjusted only once, and this request succeeded: the adjustment is this reversal, whatever
    // its notes contain.
    success: async () => {
      const after = await adjustmentOf(lookup, encodedKey);
      return after.kind === 'answered' && isTransaction(after.value) ? confirmed(after.value) : UNKNOWN;
    },
    standing: async () => {
      const after = await adjustmentOf(lookup, encodedKey);
      if (after.kind === 'unavailable') return after;
      const isOpen = after.value === 'none' || after.value === 'absent';
      return { kind: 'answered', value: isOpen ? 'absent' : judged(after.value, reference) };
    },
  });
}

/**
 * The repayment to adjust, or the outcome if it was adjusted already. Looked up by the payment's reference first: after
 * a backdated entry Mambu adjusts later repayments and logs them again, with new keys and the same external id.
 */
async function lookBefore(
  lookup: PostingLookup,
  { loan, paymentReference, postingExternalId, externalReference }: ReversalOrder,
): Promise<Reached<MambuTransaction | PostingOutcome>> {
  const logged = await lookup.repayments(loan, paymentReference);
  if (logged.kind === 'unavailable') return logged;
  const known = logged.value.length > 0 ? logged : await onlyOne(lookup, postingExternalId);
  if (known.kind === 'unavailable') return known;

  let taken: PostingOutcome = { kind: 'refused', reason: 'posting_not_found' };
  for (const { adjustmentTransactionKey: key } of known.value) {
    if (key === undefined) continue;
    taken = judged(await adjusting(lookup, key), externalReference);
    if (taken.kind !== 'refused') return { kind: 'answered', value: taken };
  }
  return { kind: 'answered', value: known.value.find(isUnadjusted) ?? taken };
}

async function onlyOne(lookup: PostingLookup, key: string): Promise<Reached<readonly MambuTransaction[]>> {
  const read = await lookup.transaction(key);
  if (read.kind === 'unavailable') return read;
  return { kind: 'answered', value: read.value === 'absent' ? [] : [read.value] };
}

/** The adjustment of a repayment: a transaction, `unread` if that transaction could not be read, or `none`. */
type Adjustment = MambuTransaction | 'unread' | 'none' | 'absent';

async function adjustmentOf(lookup: PostingLookup, repaymentKey: string): Promise<Reached<Adjustment>> {
  const original = await lookup.transaction(repaymentKey);
  if (original.kind === 'unavailable' || original.value === 'absent') return original;
  const key = original.value.adjustmentTransactionKey;
  if (key === undefined) return { kind: 'answered', value: 'none' };
  return { kind: 'answered', value: await adjusting(lookup, key) };
}

async function adjusting(lookup: PostingLookup, key: string): Promise<MambuTransaction | 'unread'> {
  const read = await lookup.transaction(key);
  return read.kind === 'answered' && read.value !== 'absent' ? read.value : 'unread';
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
