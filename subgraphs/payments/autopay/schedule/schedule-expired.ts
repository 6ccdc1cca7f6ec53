import { sql } from '../../../../core/db/written.js';
import { told } from '../../../../core/events/told.js';

/** Of schedules that a statement has ended: `ended` has those that it changed, `was` the status that each had. */
export function scheduleExpired(actor: string, from = 'ended cross join was'): string {
  return told(
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
