import { sql } from '../../../../core/db/insert-sql.js';
import { insertEventSql } from '../../../../core/events/insert-event-sql.js';

/**
 * The events of schedules that a statement has ended. `ended` has the changed schedules, `was` the previous status
 * of each.
 */
export function scheduleExpired(actor: string, from = 'ended cross join was'): string {
  return insertEventSql(
    {
      type: 'autopay_schedule.expired',
      object: 'autopay_schedule',
      objectId: sql('ended.id'),
      organizationId: sql('ended.organization_id'),
      accountId: sql('ended.account_id'),
      sequence: sql('ended.event_sequence'),
      status: sql(`'expired'`),
      previousStatus: sql('was.status'),
      actor: sql(`'${actor}'`),
    },
    from,
  );
}
