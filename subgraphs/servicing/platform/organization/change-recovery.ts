import type { Transaction } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { closeUnreadExceptions, forgetReadLists } from './change-recovery.store.js';

const ENDED = 'The recovery from the restore ended.';

/** What the beginning, another time or the end of an organization's recovery changes besides its row; under its lock. */
export async function changeRecovery(
  tx: Transaction,
  clock: Clock,
  principal: Principal,
  organizationId: string,
  since: string | null,
): Promise<void> {
  await tx.many(principal, forgetReadLists, { organizationId, readBefore: 'infinity' });
  if (since !== null) return;
  const closing = { resolution: ENDED, resolvedBy: principal.actor, resolvedAt: isoInstant(clock.now()) };
  await tx.many(principal, closeUnreadExceptions, { organizationId, code: null, ...closing });
}
