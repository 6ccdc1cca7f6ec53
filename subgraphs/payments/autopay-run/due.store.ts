import { columns, derived, type RowOf } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { assigned } from '../../../core/db/written.js';

const SCHEDULE = columns('AutopaySchedule', 's', ['id', 'organizationId', 'accountId']);
export type ScheduleKey = RowOf<typeof SCHEDULE>;

/** Schedules that have a date to run, by id; those of an organization that is not active wait until it is again. */
export const dueSchedules = statement({
  name: 'autopay_schedule.due',
  takes: { today: 'date', afterId: 'AutopaySchedule.id', limit: 'int8' },
  gives: SCHEDULE,
  text: ({ p, scope }) => `
    select ${SCHEDULE} from autopay_schedule s
     where s.status = 'active' and s.next_run_date <= ${p.today}::date and ${scope('s.organization_id')}
       and (s.end_date is null or s.next_run_date <= s.end_date) and s.id > ${p.afterId}
       and ${isOfActive('s')}
     order by s.id limit ${p.limit}`,
});

const KEY = { id: 'AutopaySchedule.id', organizationId: 'AutopaySchedule.organizationId' } as const;
const ID = columns('AutopaySchedule', 'autopay_schedule', ['id']);

export const advanceSchedule = statement({
  name: 'autopay_schedule.advance',
  takes: { ...KEY, nextDueOn: 'AutopaySchedule.nextRunDate' },
  gives: ID,
  text: ({ p, scope }) => `
    update autopay_schedule set ${assigned('AutopaySchedule', { nextRunDate: p.nextDueOn })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
    returning ${ID}`,
});

export const expireSchedule = statement({
  name: 'autopay_schedule.expire',
  takes: KEY,
  gives: ID,
  text: ({ p, scope }) => `
    update autopay_schedule set status = 'expired'
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and status in ('active', 'paused')
    returning ${ID}`,
});

/** Schedules of loans on which nothing is left to pay, however it was paid. */
export const schedulesOfPaidLoans = statement({
  name: 'autopay_schedule.of_paid_loans',
  gives: SCHEDULE,
  text: ({ scope }) => `
    select ${SCHEDULE} from autopay_schedule s
      join account a on a.organization_id = s.organization_id and a.id = s.account_id
     where s.status in ('active', 'paused') and a.status_code in ('paid_in_full', 'closed') and ${scope('s.organization_id')}`,
});

/** Schedules whose next date would pass their end, or, paused, whose end has gone by; whether a run of one is still open is looked at under its lock. */
export const endedSchedules = statement({
  name: 'autopay_schedule.ended',
  takes: { today: 'date' },
  gives: SCHEDULE,
  text: ({ p, scope }) => `
    select ${SCHEDULE} from autopay_schedule s
     where s.status in ('active', 'paused') and ${scope('s.organization_id')}
       and (s.next_run_date > s.end_date or (s.status = 'paused' and s.end_date < ${p.today}::date))`,
});

const RUN_ID = columns('AutopayRun', 'r', ['id']);

/**
 * Runs that somebody should be working on within `withinMs`: their lease is over by then, or their next try is due. Nothing is
 * sent to be charged for an organization that is not active; what was sent before is followed to its end.
 */
export const overdueRuns = statement({
  name: 'autopay_run.overdue',
  takes: { today: 'date', withinMs: 'float8' },
  gives: [RUN_ID, derived({ inMs: 'float8' })],
  text: ({ p, scope }) => `
    select ${RUN_ID}, greatest(0, coalesce(extract(epoch from r.lease_until - clock_timestamp()) * 1000, 0))::float8 as "inMs"
      from autopay_run r
     where r.status in ('charging', 'charged', 'posting', 'refunding') and ${scope('r.organization_id')}
       and (r.status <> 'charging' or r.lease_until is not null or ${isOfActive('r')})
       and (r.lease_until is null or r.lease_until < clock_timestamp() + make_interval(secs => ${p.withinMs}::float8 / 1000))
    union all
    select ${RUN_ID}, 0 from autopay_run r
     where r.status = 'retrying' and r.next_try_on <= ${p.today}::date and ${scope('r.organization_id')}
       and ${isOfActive('r')}`,
});

function isOfActive(row: string): string {
  return `exists (select from organization o where o.id = ${row}.organization_id and o.is_active)`;
}
