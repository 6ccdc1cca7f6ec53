import { sql } from '../../../../core/db/written.js';
import { type ToldEvent, told } from '../../../../core/events/told.js';

/** The events of runs that a statement gave up while they waited for another try; the CTE `given_up` has them. */
export function givenUpRuns(actor: ToldEvent['actor']): string {
  return told(
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
