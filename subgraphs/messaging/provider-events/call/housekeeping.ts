import type { Database } from '../../../../core/db/database.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import {
  deleteExpiredTokens,
  deleteOldBatches,
  deleteOldPoison,
  deleteOldReceipts,
  deleteOldWaiting,
} from './housekeeping.store.js';

/** Days. */
export interface Retention {
  /** Of calls, of receipts and of events that were replayed. Longer than any provider repeats a call. */
  readonly calls: number;
  /** Of events that nobody has matched or replayed. */
  readonly unmatched: number;
}

const HOUSEKEEPING = systemPrincipal('housekeeping');
const AT_A_TIME = 1_000;

type Removal = () => Promise<{ readonly deleted: number } | undefined>;

/** Forgets what is past its time, some rows in one statement, so that nobody waits for it. */
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
