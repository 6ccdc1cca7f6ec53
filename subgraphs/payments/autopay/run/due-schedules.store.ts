import { isNotAdvancing, sandboxesAhead } from '../../../../core/business-time/business-clock.js';
import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { assigned, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import { closeExceptionsSql } from '../../../../core/exceptions/operator-exception-close-and-reopen-sql.js';
import { scheduleExpired } from '../schedule/schedule-expired-events-sql.js';

const SCHEDULE = columns('AutopaySchedule', 's', ['id', 'organizationId', 'accountId']);
export type ScheduleKey = RowOf<typeof SCHEDULE>;

export const HAS_DATE = "s.status = 'active' and (s.end_date is null or s.next_run_date <= s.end_date)";

/**
 * Organizations whose schedules have a date to run, or may have one by the organization's own day. Schedules of an
 * inactive organization wait until it is active again.
 */
export const organizationsWithDueSchedules = statement({
  name: 'autopay_schedule.organizations_due',
  takes: { today: 'date' },
  gives: derived({ organizationId: 'AutopaySchedule.organizationId' }),
  text: ({ p, scope }) => `
    select distinct s.organization_id as "organizationId" from autopay_schedule s
     where ${HAS_DATE} and s.next_run_date <= ${p.today}::date and ${scope('s.organization_id')} and ${isOfActive('s')}
       and ${isNotAdvancing('s.organization_id')}
    union
    ${sandboxesAhead(scope)}`,
});

const DUE_ON = columnsAs('AutopaySchedule', 's', { dueOn: 'nextRunDate' });

export type DueSchedule = ScheduleKey & RowOf<typeof DUE_ON>;

/** Schedules with a date to run, earliest date first. */
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

/** Worded exactly as in the partial indexes, so that Postgres uses them. */
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

/** Requires the schedule's lock. Returns the schedule's previous state. */
export const expireSchedule = statement({
  name: 'autopay_schedule.expire',
  takes: KEY,
  gives: BEFORE,
  text: ({ p, scope }) => `
    with was as (
      select w.* from autopay_schedule w where w.id = ${p.id} and w.organization_id = ${p.organizationId}
    ), ended as (
      update autopay_schedule set status = 'expired', event_sequence = ${NEXT_EVENT_SEQUENCE}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
         and status in ('active', 'paused')
      returning id, organization_id, account_id, event_sequence
    ), recorded_event as (${scheduleExpired('autopay')})
    select ${BEFORE} from ended join was before on before.organization_id = ended.organization_id and before.id = ended.id`,
});

/** Stands for the charge-off date of a loan whose charge-off has no date. */
const NO_DAY = "'-infinity'::date";

/**
 * Pauses a locked schedule if its loan is charged off and its organization has chosen this. No row: either condition
 * is false, the schedule was paused for this charge-off before and a person has resumed it, or it was created after
 * the charge-off.
 */
export const pauseChargedOff = statement({
  name: 'autopay_schedule.pause_charged_off',
  takes: KEY,
  gives: columns('AutopaySchedule', 'paused', ['id', 'amountCents', 'eventSequence']),
  text: ({ p, scope }) => `
    with paused as (
      update autopay_schedule s set status = 'paused', charge_off_seen_on = coalesce(a.charged_off_on, ${NO_DAY}), event_sequence = s.event_sequence + 1
        from account a, organization o
       where s.id = ${p.id} and s.organization_id = ${p.organizationId} and ${scope('s.organization_id')} and s.status = 'active'
         and a.organization_id = s.organization_id and a.id = s.account_id and a.status_code = 'charged_off'
         and o.id = s.organization_id and o.pauses_autopay_after_charge_off
         and (s.charge_off_seen_on is null or s.charge_off_seen_on > ${NO_DAY} and s.charge_off_seen_on < a.charged_off_on)
      returning s.id, s.organization_id, s.account_id, s.amount_cents, s.event_sequence
    ), recorded_event as (${insertEventSql(
      {
        type: 'autopay_schedule.changed',
        object: 'autopay_schedule',
        objectId: sql('paused.id'),
        organizationId: sql('paused.organization_id'),
        accountId: sql('paused.account_id'),
        sequence: sql('paused.event_sequence'),
        status: sql(`'paused'`),
        previousStatus: sql(`'active'`),
        code: sql(`'loan_charged_off'`),
        actor: sql(`'autopay'`),
      },
      'paused',
    )})
    select paused.id, paused.amount_cents as "amountCents", paused.event_sequence as "eventSequence" from paused`,
});

/**
 * For a loan that is no longer charged off: its schedules must notice the next charge-off. Each schedule is changed
 * under its own lock.
 */
export const forgetChargeOff = statement({
  name: 'autopay_schedule.forget_charge_off',
  takes: { accountId: 'Account.id', organizationId: 'Account.organizationId' },
  text: ({ p, scope }) => `
    update autopay_schedule s set charge_off_seen_on = null from account a
     where a.organization_id = ${p.organizationId} and a.id = ${p.accountId} and ${scope('s.organization_id')}
       and s.organization_id = ${p.organizationId} and s.account_id = ${p.accountId}
       and a.status_code <> 'charged_off' and s.charge_off_seen_on is not null`,
});

/** Active schedules of a charged-off loan; which of them pause is decided under their locks. */
export const schedulesOfChargedOffLoan = statement({
  name: 'autopay_schedule.of_charged_off_loan',
  takes: { accountId: 'Account.id' },
  gives: SCHEDULE,
  text: ({ p, scope }) => `
    select ${SCHEDULE} from autopay_schedule s
      join account a on a.organization_id = s.organization_id and a.id = s.account_id
     where a.id = ${p.accountId} and s.status = 'active' and a.status_code = 'charged_off'
       and ${scope('a.organization_id')} and ${scope('s.organization_id')}`,
});

/** Exceptions of schedules that are no longer paused: a user resumed or cancelled them, or they have ended. */
export const closeSettledPauses = statement({
  name: 'autopay_schedule.close_settled_pauses',
  takes: { resolvedAt: 'timestamptz', resolvedBy: 'text' },
  text: ({ p, scope }) =>
    closeExceptionsSql(
      {
        resolvedAt: p.resolvedAt,
        resolvedBy: p.resolvedBy,
        resolution: sql(`'The schedule is ' || s.status::text || '.'`),
      },
      {
        from: 'autopay_schedule s',
        where: `x.kind = 'autopay_paused_after_charge_off' and ${scope('x.organization_id')}
       and s.organization_id = x.organization_id and s.id = x.subject_id and s.status <> 'paused'`,
      },
    ),
});

/** Active and paused schedules of a loan with nothing left to pay, however it was paid. */
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

/**
 * Schedules whose next date would pass their end date, and paused ones whose end date has passed. Whether one of
 * their runs is still open is checked under the schedule's lock.
 */
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
 * Runs that need a worker within `withinMs`: their lease has expired by then, or their next try is due. Nothing new
 * is charged for an inactive organization; requests sent earlier are followed to their outcome.
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

/** Organizations with overdue or held runs, or with schedules that have reached their end. */
export const organizationsOverdue = statement({
  name: 'autopay_run.organizations_overdue',
  takes: { today: 'date', withinMs: 'float8' },
  gives: derived({ organizationId: 'AutopayRun.organizationId' }),
  text: ({ p, scope }) => `
    select r.organization_id as "organizationId" from autopay_run r
     where ${leaseEndsWithin(p.withinMs)} and ${scope('r.organization_id')}
    union
    select r.organization_id from autopay_run r where r.status = 'held' and ${scope('r.organization_id')}
    union
    select r.organization_id from autopay_run r where ${triedAgainBy(p.today)} and ${scope('r.organization_id')}
    union
    select s.organization_id from autopay_schedule s where ${pastItsEnd} and ${scope('s.organization_id')}
    union
    select s.organization_id from autopay_schedule s where ${pausedUntil(p.today)} and ${scope('s.organization_id')}
    union
    select x.organization_id from operator_exception x
     where x.kind = 'autopay_paused_after_charge_off' and x.resolved_at is null and ${scope('x.organization_id')}
    union
    ${sandboxesAhead(scope)}`,
});

function leaseEndsWithin(ms: string): string {
  return `r.status in ('charging', 'charged', 'posting', 'refunding')
       and (r.status <> 'charging' or r.lease_until is not null or ${isOfActive('r')})
       and (r.lease_until is null or r.lease_until < statement_timestamp() + make_interval(secs => ${ms}::float8 / 1000))`;
}

function triedAgainBy(today: string): string {
  return `r.status = 'retrying' and r.next_try_on <= ${today}::date and ${isOfActive('r')}`;
}

export function isOfActive(row: string): string {
  return `exists (select from organization o where o.id = ${row}.organization_id and o.is_active)`;
}
