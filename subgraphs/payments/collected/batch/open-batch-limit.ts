import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { countOpenBatches, lockOpenBatches } from './payment-batch.store.js';

const MOST_OPEN = 10;

/**
 * Checks the limit of open batches; concurrent requests each count the earlier ones. @throws {Problem}
 * `too_many_open_batches`
 */
export async function requireOpenBatchCapacity(
  tx: Transaction,
  principal: Principal,
  organizationId: string,
): Promise<void> {
  await tx.first(principal, lockOpenBatches, { organizationId });
  const counted = await tx.first(principal, countOpenBatches, { organizationId });
  if ((counted?.open ?? 0) >= MOST_OPEN) throw new Problem('too_many_open_batches');
}
