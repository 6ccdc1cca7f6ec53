import type { Queries } from '../../../../core/db/database.js';
import { enqueue, type PostingKind, READING_PRIORITY } from '../../../../core/jobs/job-types-and-enqueue.js';

/** A payment or a reversal whose outcome may have to be looked up. */
export interface WatchedPosting {
  readonly kind: PostingKind;
  readonly organizationId: string;
  readonly id: string;
}

/**
 * Queues a lookup by reconciliation after `delayMs`. Queued in the transaction of the reservation, it survives any
 * later crash.
 *
 * @param waiting - what happens to a lookup that is already queued: a newer one replaces it, a plain reminder keeps
 * it.
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
 * Imports the account soon, if its loan system does not return the effects of a posting at once. Queued in the
 * transaction of the outcome; several postings on one account cause one import.
 */
export async function queueAccountImport(
  queries: Queries,
  { organizationId, accountId }: { readonly organizationId: string; readonly accountId: string },
): Promise<void> {
  const timing = { delayMs: 0, key: `sync_account:${organizationId}:${accountId}`, priority: READING_PRIORITY };
  await enqueue(queries, 'sync_account', { organizationId, accountId, attempt: 1 }, timing);
}
