import type { Posting, Reached } from '../../../loan-model/port.js';
import { paymentMarkOf } from '../payment-mark.js';
import type { FineractContext } from './fineract-context.js';
import { transactionNotes } from './response-schemas.js';

/**
 * Reads the notes of a transaction, which the transaction itself does not contain. A user who may not read them cannot
 * find the id: then the payment gets a new one.
 */
export async function notedPaymentId(
  { api }: FineractContext,
  { referenceNumber }: Posting,
): Promise<Reached<string | null>> {
  const path = ['loanTransactions', referenceNumber, 'notes'];
  const outcome = await api.get(path, {});
  if (outcome.kind !== 'answered') return { kind: 'unavailable' };
  if (outcome.status === 403 || outcome.status === 404) return { kind: 'answered', value: null };
  if (outcome.status !== 200) return api.unavailable(outcome, path);
  const notes = api.parse(transactionNotes, outcome, path);
  if (notes === undefined) return { kind: 'unavailable' };
  const ids = notes.flatMap(({ note }) => paymentMarkOf(note ?? undefined) ?? []);
  // A note of another user, or of the reversal, may name another payment.
  return { kind: 'answered', value: new Set(ids).size === 1 ? (ids[0] ?? null) : null };
}
