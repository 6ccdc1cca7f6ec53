import { recordAudit } from '../../../../core/audit/record.js';
import { derived } from '../../../../core/db/columns.js';
import { sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import type { EndSchedules } from '../../../../loan-model/projection/projection-context.js';
import { givenUpRuns } from './given-up-run-events-sql.js';
import { scheduleExpired } from './schedule-expired-events-sql.js';

/** A schedule that was ended, and its previous status. */
interface EndedSchedule {
  readonly id: string;
  readonly status: string;
}

/**
 * Ends the autopay schedules of a loan with nothing left to pay, and gives up their retries. A schedule that another
 * transaction has locked is skipped: autopay locks the schedule before the loan, so waiting for it here, under the
 * loan's lock, would be a deadlock. The transaction that holds it finds the loan paid off at its next step, or in
 * the job that follows when a schedule was skipped.
 */
const endOfLoan = statement({
  name: 'projection.end_schedules',
  takes: { organizationId: 'Account.organizationId', accountId: 'Account.id' },
  gives: derived({ isPassedOver: 'bool', ended: 'jsonb' }).as<{ ended: readonly EndedSchedule[] }>(),
  text: ({ p, scope }) => `
    with over as (
      select s.id, s.status from autopay_schedule s
        join account a on a.organization_id = s.organization_id and a.id = s.account_id
       where s.account_id = ${p.accountId} and s.organization_id = ${p.organizationId} and ${scope('s.organization_id')}
         and s.status in ('active', 'paused') and a.status_code in ('paid_in_full', 'closed')
         for update of s skip locked
    ), given_up as (
      update autopay_run r set status = 'failed', next_try_on = null, failure_code = 'loan_paid_off',
        settled_at = statement_timestamp(), event_sequence = ${NEXT_EVENT_SEQUENCE}
        from over where r.organization_id = ${p.organizationId} and r.schedule_id = over.id and r.status = 'retrying'
      returning r.id, r.organization_id, r.account_id, r.failure_code, r.event_sequence
    ), ended as (
      update autopay_schedule s set status = 'expired', event_sequence = ${NEXT_EVENT_SEQUENCE} from over
       where s.organization_id = ${p.organizationId} and s.id = over.id
      returning s.id, s.organization_id, s.account_id, s.event_sequence
    ), run_events as (${givenUpRuns(sql(`'projection'`))}
    ), schedule_events as (${scheduleExpired('projection', 'ended join over was on was.id = ended.id')}
    )
    select exists (
      select s.id from autopay_schedule s join account a on a.organization_id = s.organization_id and a.id = s.account_id
       where s.account_id = ${p.accountId} and s.organization_id = ${p.organizationId} and ${scope('s.organization_id')}
         and s.status in ('active', 'paused') and a.status_code in ('paid_in_full', 'closed')
         and s.id not in (select id from over)) as "isPassedOver",
      (select coalesce(jsonb_agg(jsonb_build_object('id', over.id, 'status', over.status)), '[]') from over) as ended`,
});

/** Passed to the projection of loans, so that each schedule that ends is audited. */
export const endSchedules: EndSchedules = async (tx, clock, principal, { organizationId, accountId }) => {
  const found = await tx.first(principal, endOfLoan, { organizationId, accountId });
  for (const { id, status } of found?.ended ?? []) {
    const change = { before: { status }, after: { status: 'expired' } };
    const act = { action: 'autopay_schedule.expire', subject: id, organizationId, ...change };
    await recordAudit(tx, clock, principal, act);
  }
  return found?.isPassedOver === true;
};
