import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Database } from '../../../core/db/database.js';
import { deleteExpiredTokens, deleteOldBatches } from './webhook.store.js';

const HOUSEKEEPING = systemPrincipal('housekeeping');
const KEPT_DAYS = 30;
const AT_A_TIME = 1_000;

/** Forgets calls that were worked on long ago, and used tokens. What was set aside keeps its event itself. */
export async function deleteOldWebhooks(db: Database): Promise<void> {
  await untilFew(() => db.first(HOUSEKEEPING, deleteOldBatches, { keptDays: KEPT_DAYS, limit: AT_A_TIME }));
  await untilFew(() => db.first(HOUSEKEEPING, deleteExpiredTokens, { limit: AT_A_TIME }));
}

async function untilFew(remove: () => Promise<{ readonly deleted: number } | undefined>): Promise<void> {
  for (let deleted = AT_A_TIME; deleted === AT_A_TIME; ) deleted = (await remove())?.deleted ?? 0;
}
