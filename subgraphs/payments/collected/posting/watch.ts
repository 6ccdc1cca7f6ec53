import type { Queries } from '../../../../core/db/database.js';
import { enqueue, type PostingKind, READING_PRIORITY } from '../../../../core/jobs/jobs.js';

/** A payment or a reversal whose outcome may have to be found out. */
export interface WatchedPosting {
  readonly kind: PostingKind;
  readonly organizationId: string;
  readonly id: string;
}

/**
 * Has reconciliation look at a posting after `delayMs`. Added in the transaction of the reservation, it survives any crash
 * after it.
 *
 * @param waiting - what becomes of a look that is due already: a later word replaces it, a mere reminder keeps it.
 */
export async function watchPosting(
  queries: Queries,
  { kind, organizationId, id }: WatchedPosting,
  delayMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const key = `${kind}:${organizationId}:${id}`;
  await enqueue(queries, 'reconcile_posting', { kind, organizationId, id }, { delayMs, waiting, key });
}

/**
 * What a posting did to an account whose loan system does not say so at once is read from the system soon. Added in the
 * transaction of the outcome; several postings on one account are one reading.
 */
export async function readAccountSoon(
  queries: Queries,
  { organizationId, accountId }: { readonly organizationId: string; readonly accountId: string },
): Promise<void> {
  const timing = { delayMs: 0, key: `sync_account:${organizationId}:${accountId}`, priority: READING_PRIORITY };
  await enqueue(queries, 'sync_account', { organizationId, accountId, attempt: 1 }, timing);
}
