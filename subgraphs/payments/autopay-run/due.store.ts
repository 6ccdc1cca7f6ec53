import { isNotAdvancing, organizationsAhead } from '../../../core/business-clock.js';
import { columns, columnsAs, derived, type RowOf } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { assigned } from '../../../core/db/written.js';
import { scheduleExpired } from '../../../core/events/schedule-expired.js';
import { ONE_MORE } from '../../../core/events/told.js';

const SCHEDULE = columns('AutopaySchedule', 's', ['id', 'organizationId', 'accountId']);
export type ScheduleKey = RowOf<typeof SCHEDULE>;

const HAS_DATE = "s.status = 'active' and (s.end_date is null or s.next_run_date <= s.end_date)";

/** Whose schedules have a date to run, or may have by their own day; those of an organization that is not active wait until it is again. */
export const organizationsWithDueSchedules = statement({
  name: 'autopay_schedule.organizations_due',
  takes: { today: 'date' },
  gives: derived({ organizationId: 'AutopaySchedule.organizationId' }),
  text: ({ p, scope }) => `
    select distinct s.organization_id as "organizationId" from autopay_schedule s
     where ${HAS_DATE} and s.next_run_date <= ${p.today}::date and ${scope('s.organization_id')} and ${isOfActive('s')}
       and ${isNotAdvancing('s.organization_id')}
    union
    ${organizationsAhead(scope)}`,
});

const DUE_ON = columnsAs('AutopaySchedule', 's', { dueOn: 'nextRunDate' });

export type DueSchedule = ScheduleKey & RowOf<typeof DUE_ON>;

/** Schedules that have a date to run, the earliest first. */
export const dueSchedules = statement({
  name: 'autopay_schedule.due',
  takes: { today: 'date', afterDueOn: 'date', afterId: 'AutopaySchedule.id', limit: 'int8' },
  gives: [SCHEDULE, DUE_ON],
  text: ({ p, scope }) => `
    select ${SCHEDULE}, ${DUE_ON} from autopay_schedule s
     where ${HAS_DATE} and s.next_run_date <= ${p.today}::date and ${scope('s.organization_id')}
       and (s.next_run_date, s.id) > (${p.afterDueOn}::date, ${p.afterId}::text)
       and ${isOfActive('s')}
     order by s.next_run_date, s.id limit ${p.limit}`,
});

/** Each as its partial index says it. */
const pastItsEnd = "s.status in ('active', 'paused') and s.next_run_date > s.end_date";
const pausedUntil = (today: string) => `s.status = 'paused' and s.end_date < ${today}::date`;

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

const BEFORE = columnsAs('AutopaySchedule', 'before', { id: 'id', statusBefore: 'status' });

/** Of one that its transaction holds: what is answered is how it stood. */
export const expireSchedule = statement({
  name: 'autopay_schedule.expire',
  takes: KEY,
  gives: BEFORE,
  text: ({ p, scope }) => `
    with was as (
      select w.* from autopay_schedule w where w.id = ${p.id} and w.organization_id = ${p.organizationId}
    ), ended as (
      update autopay_schedule set status = 'expired', event_sequence = ${ONE_MORE}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
         and status in ('active', 'paused')
      returning id, organization_id, event_sequence
    ), told as (${scheduleExpired('autopay')})
    select ${BEFORE} from ended join was before on before.organization_id = ended.organization_id and before.id = ended.id`,
});

/** Schedules that go on although nothing is left to pay on their loan, however it was paid. */
export const schedulesOfPaidLoan = statement({
  name: 'autopay_schedule.of_paid_loan',
  takes: { accountId: 'Account.id' },
  gives: SCHEDULE,
  text: ({ p, scope }) => `
    select ${SCHEDULE} from autopay_schedule s
      join account a on a.organization_id = s.organization_id and a.id = s.account_id
     where a.id = ${p.accountId} and s.status in ('active', 'paused')
       and a.status_code in ('paid_in_full', 'closed') and ${scope('a.organization_id')}`,
});

/** Schedules whose next date would pass their end, or, paused, whose end has gone by; whether a run of one is still open is looked at under its lock. */
export const endedSchedules = statement({
  name: 'autopay_schedule.ended',
  takes: { today: 'date' },
  gives: SCHEDULE,
  text: ({ p, scope }) => `
    select ${SCHEDULE} from autopay_schedule s where ${pastItsEnd} and ${scope('s.organization_id')}
    union
    select ${SCHEDULE} from autopay_schedule s where ${pausedUntil(p.today)} and ${scope('s.organization_id')}`,
});

const RUN = columns('AutopayRun', 'r', ['id', 'organizationId']);

/**
 * Runs that somebody should be working on within `withinMs`: their lease is over by then, or their next try is due. Nothing is
 * sent to be charged for an organization that is not active; what was sent before is followed to its end.
 */
export const overdueRuns = statement({
  name: 'autopay_run.overdue',
  takes: { today: 'date', withinMs: 'float8' },
  gives: [RUN, derived({ inMs: 'float8' })],
  text: ({ p, scope }) => `
    select ${RUN}, greatest(0, coalesce(extract(epoch from r.lease_until - clock_timestamp()) * 1000, 0))::float8 as "inMs"
      from autopay_run r where ${leaseEndsWithin(p.withinMs)} and ${scope('r.organization_id')}
    union all
    select ${RUN}, 0 from autopay_run r where ${triedAgainBy(p.today)} and ${scope('r.organization_id')}`,
});

/** Whose runs are overdue, and whose schedules have come to their end. */
export const organizationsOverdue = statement({
  name: 'autopay_run.organizations_overdue',
  takes: { today: 'date', withinMs: 'float8' },
  gives: derived({ organizationId: 'AutopayRun.organizationId' }),
  text: ({ p, scope }) => `
    select r.organization_id as "organizationId" from autopay_run r
     where ${leaseEndsWithin(p.withinMs)} and ${scope('r.organization_id')}
    union
    select r.organization_id from autopay_run r where ${triedAgainBy(p.today)} and ${scope('r.organization_id')}
    union
    select s.organization_id from autopay_schedule s where ${pastItsEnd} and ${scope('s.organization_id')}
    union
    select s.organization_id from autopay_schedule s where ${pausedUntil(p.today)} and ${scope('s.organization_id')}
    union
    ${organizationsAhead(scope)}`,
});

function leaseEndsWithin(ms: string): string {
  return `r.status in ('charging', 'charged', 'posting', 'refunding')
       and (r.status <> 'charging' or r.lease_until is not null or ${isOfActive('r')})
       and (r.lease_until is null or r.lease_until < statement_timestamp() + make_interval(secs => ${ms}::float8 / 1000))`;
}

function triedAgainBy(today: string): string {
  return `r.status = 'retrying' and r.next_try_on <= ${today}::date and ${isOfActive('r')}`;
}

function isOfActive(row: string): string {
  return `exists (select from organization o where o.id = ${row}.organization_id and o.is_active)`;
}
