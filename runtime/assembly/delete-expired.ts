import { deleteOldOperatorTokens } from '../../core/auth/operator-tokens/store.js';
import type { Database } from '../../core/db/database.js';
import type { Statement } from '../../core/db/statement.js';
import { deleteExpiredKeys, organizationsWithExpiredKeys } from '../../core/idempotency/idempotency.store.js';
import { eachOrganization } from '../../core/jobs/each-organization.js';
import type { Logger } from '../../core/logging/logger.js';
import { type Principal, systemPrincipal } from '../../core/principal/principal.js';
import {
  deleteOldBatches,
  organizationsWithOldBatches,
} from '../../subgraphs/payments/collected/batch/batch-work.store.js';
import {
  deleteAbandonedCaptures,
  organizationsWithAbandonedCaptures,
} from '../../subgraphs/payments/methods/card-capture/card-capture.store.js';

const HOUSEKEEPING = systemPrincipal('housekeeping');
/** Small enough that a batch blocks no other work. */
const AT_A_TIME = 1_000;

interface Parts {
  readonly db: Database;
  readonly logger: Logger;
}

type Deleted = { readonly deleted: number };

/**
 * Deletes expired keys, captures, payment batches and operators' tokens, batch by batch, each in a short transaction.
 */
export async function deleteExpired({ db, logger }: Parts): Promise<void> {
  const sweeps = [
    [organizationsWithExpiredKeys, deleteExpiredKeys],
    [organizationsWithAbandonedCaptures, deleteAbandonedCaptures],
    [organizationsWithOldBatches, deleteOldBatches],
  ] as const;
  for (const [due, remove] of sweeps) {
    const work = (principal: Principal, organizationId: string) => forgetOf(db, principal, remove, organizationId);
    await eachOrganization({ db, logger }, { principal: HOUSEKEEPING, due, parameters: {}, work });
  }
  let deleted: number;
  do {
    deleted = (await db.first(HOUSEKEEPING, deleteOldOperatorTokens, { limit: AT_A_TIME }))?.deleted ?? 0;
  } while (deleted === AT_A_TIME);
}

async function* forgetOf(
  db: Database,
  principal: Principal,
  remove: Statement<{ organizationId: string; limit: number }, Deleted>,
  organizationId: string,
): AsyncGenerator<void, void> {
  for (;;) {
    const batch = await db.first(principal, remove, { organizationId, limit: AT_A_TIME });
    if (batch === undefined || batch.deleted < AT_A_TIME) return;
    yield;
  }
}
