import { recordOwnAct } from '../../../../core/audit/record.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { expireSchedule, type ScheduleKey } from './due-schedules.store.js';

/** Ends a schedule and writes the audit entry. A schedule that has ended does not change. */
export async function expire(
  tx: Transaction,
  by: Principal,
  { id, organizationId }: Pick<ScheduleKey, 'id' | 'organizationId'>,
): Promise<void> {
  const expired = await tx.first(by, expireSchedule, { id, organizationId });
  if (expired === undefined) return;
  await recordOwnAct(tx, by, {
    action: 'autopay_schedule.expire',
    subject: expired.id,
    organizationId,
    before: { status: expired.statusBefore },
    after: { status: 'expired' },
  });
}
