import { sql } from '../../../../core/db/insert-sql.js';
import { type EventValues, insertEventSql } from '../../../../core/events/insert-event-sql.js';

/** The events of runs that a statement gave up while they waited for another try; the CTE `given_up` has them. */
export function givenUpRuns(actor: EventValues['actor']): string {
  return insertEventSql(
    {
      type: 'autopay_run.failed',
      object: 'autopay_run',
      objectId: sql('given_up.id'),
      organizationId: sql('given_up.organization_id'),
      accountId: sql('given_up.account_id'),
      sequence: sql('given_up.event_sequence'),
      status: sql(`'failed'`),
      previousStatus: sql(`'retrying'`),
      code: sql('given_up.failure_code'),
      actor,
    },
    'given_up',
  );
}
