import type { Database } from '../../../../core/db/database.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import {
  deleteExpiredTokens,
  deleteOldBatches,
  deleteOldPoison,
  deleteOldReceipts,
  deleteOldWaiting,
} from './delete-old-calls-receipts-and-events.store.js';

/** Retention in days. */
export interface Retention {
  /** For calls, receipts and replayed events. Longer than any provider repeats a call. */
  readonly calls: number;
  /** For events that were not matched or replayed. */
  readonly unmatched: number;
}

const HOUSEKEEPING = systemPrincipal('housekeeping');
const AT_A_TIME = 1_000;

type Removal = () => Promise<{ readonly deleted: number } | undefined>;

/** Deletes old rows, a few per statement, so that no other transaction waits. */
export async function deleteOldWebhooks(db: Database, { calls, unmatched }: Retention): Promise<void> {
  const limit = AT_A_TIME;
  const removals: readonly Removal[] = [
    () => db.first(HOUSEKEEPING, deleteOldReceipts, { keptDays: calls, limit }),
    () => db.first(HOUSEKEEPING, deleteOldPoison, { keptDays: calls, isReplayed: true, limit }),
    () => db.first(HOUSEKEEPING, deleteOldPoison, { keptDays: unmatched, isReplayed: false, limit }),
    () => db.first(HOUSEKEEPING, deleteOldBatches, { keptDays: calls, limit }),
    () => db.first(HOUSEKEEPING, deleteOldWaiting, { keptDays: unmatched, limit }),
    () => db.first(HOUSEKEEPING, deleteExpiredTokens, { limit }),
  ];
  for (const remove of removals) {
    for (let deleted = AT_A_TIME; deleted === AT_A_TIME; ) deleted = (await remove())?.deleted ?? 0;
  }
}
