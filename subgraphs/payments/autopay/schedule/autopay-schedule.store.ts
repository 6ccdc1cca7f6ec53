import { readById, readByIds } from '../../../../core/db/by-id.js';
import {
  columns,
  columnsAs,
  derived,
  jsonObject,
  type ObjectOf,
  type RowOf,
  typesOf,
} from '../../../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, leftOut, type Sql, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { ownerOf } from '../../../../core/db/row-key.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';
import { type EventValues, insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import { isEligible } from '../../methods/payment-method/is-eligible-for-schedule-sql.js';
import { givenUpRuns } from './given-up-run-events-sql.js';

/** The run of a schedule's latest date. */
const LAST_RUN = jsonObject('AutopayRun', 'r', ['id', 'dueOn', 'status', 'amountCents', 'failureCode', 'nextTryOn']);

/** Only the latest run of a schedule may wait for another try: the next date ends earlier retries. */
const latestRun = (shown: string, organizationId: string) => `(select ${shown} from autopay_run r
    where r.organization_id = ${organizationId} and r.schedule_id = s.id order by r.due_on desc limit 1)`;

const PLAN = columns('AutopaySchedule', 's', [
  'id',
  'organizationId',
  'accountId',
  'paymentMethodId',
  'amountCents',
  'frequencyUnit',
  'frequencyInterval',
  'startDate',
  'anchorDay',
  'endDate',
  'status',
  'possibleDuplicateOf',
]);
/**
 * `nextRunDate`: the date of the next charge, the earlier of the cadence's date and an open run's next try.
 * `lastRun`: null until the first date of the schedule.
 */
const OUTLOOK = derived({ nextRunDate: 'AutopaySchedule.nextRunDate', lastRun: 'json?' }).as<{
  lastRun: ObjectOf<typeof LAST_RUN> | null;
}>();
/**
 * `nextDueOn`: the cadence's next date, which retries do not move. Workers claim a due schedule by it.
 */
const CLAIM = columnsAs('AutopaySchedule', 's', { nextDueOn: 'nextRunDate', isOneTime: 'isOneTime' });

export const SCHEDULE = [PLAN, OUTLOOK] as const;
/** A schedule as the API shows it. */
export type AutopayScheduleRow = RowOf<typeof PLAN> & RowOf<typeof OUTLOOK>;

const STANDING = [PLAN, OUTLOOK, CLAIM] as const;
/** A schedule as the runner needs it. */
export type ScheduleToRun = AutopayScheduleRow & RowOf<typeof CLAIM>;

const NEXT_TRY = "case when r.status in ('charging', 'retrying') then r.next_try_on end";
const selectedOf = (organizationId: string) => `${PLAN},
  least(s.next_run_date, ${latestRun(NEXT_TRY, organizationId)}) as "nextRunDate", ${latestRun(LAST_RUN, organizationId)} as "lastRun"`;
export const SELECTED = selectedOf('s.organization_id');
const SELECTED_STANDING = `${SELECTED}, ${CLAIM}`;
/**
 * Statements that lock or write name the organization by value, in their reads of runs too, so that all rows are on
 * one node.
 */
const standingOf = (organizationId: string) => `${selectedOf(organizationId)}, ${CLAIM}`;

const KEY = { id: 'AutopaySchedule.id', organizationId: 'AutopaySchedule.organizationId' } as const;

export const schedulesByIds = statement({
  name: 'autopay_schedule.by_ids',
  takes: { ids: 'AutopaySchedule.id[]' },
  gives: SCHEDULE,
  text: ({ scope, oneOf }) => `
    select ${SELECTED} from autopay_schedule s where ${oneOf('s.id', 'ids')} and ${scope('s.organization_id')}`,
});

/** The same for one schedule; the plan of a one-time charge is none. */
export const recurringSchedule = statement({
  name: 'autopay_schedule.recurring',
  takes: { id: 'AutopaySchedule.id' },
  gives: SCHEDULE,
  text: ({ p, scope }) => `
    select ${SELECTED} from autopay_schedule s
     where s.id = ${p.id} and not s.is_one_time and ${scope('s.organization_id')}`,
});

export const scheduleState = statement({
  name: 'autopay_schedule.standing',
  takes: { id: 'AutopaySchedule.id' },
  gives: STANDING,
  text: ({ p, scope }) => `
    select ${SELECTED_STANDING} from autopay_schedule s
     where s.id = ${p.id} and not s.is_one_time and ${scope('s.organization_id')}`,
});

/** The schedules of several accounts, newest first. */
export const schedulesOfAccounts = statement({
  name: 'autopay_schedule.of_accounts',
  takes: { accountIds: 'AutopaySchedule.accountId[]' },
  gives: SCHEDULE,
  text: ({ scope, oneOf }) => `
    select ${SELECTED} from autopay_schedule s
     where ${oneOf('s.account_id', 'accountIds')} and not s.is_one_time and ${scope('s.organization_id')}
     order by s.id desc`,
});

export const scheduleOwner = ownerOf('AutopaySchedule');

/** Locks the schedule until the transaction ends: its changes and runs happen one after the other. */
export const lockSchedule = statement({
  name: 'autopay_schedule.lock',
  takes: KEY,
  gives: STANDING,
  text: ({ p, scope }) => `
    select ${standingOf(p.organizationId)} from autopay_schedule s
     where s.id = ${p.id} and s.organization_id = ${p.organizationId} and ${scope('s.organization_id')} for update`,
});

/** The event of the schedule `s` that a statement has written. */
const WRITTEN = {
  object: 'autopay_schedule',
  objectId: sql('s.id'),
  organizationId: sql('s.organization_id'),
  accountId: sql('s.account_id'),
  sequence: sql('s.event_sequence'),
  status: sql('s.status'),
  possibleDuplicateOf: sql('s.possible_duplicate_of'),
} satisfies Omit<EventValues, 'type' | 'actor'>;

/** The schedule's state before the change. The schedule is locked, so the statement finds the same state. */
const was = (p: { readonly id: string; readonly organizationId: string }) => `was as (
      select w.status, w.event_sequence from autopay_schedule w
       where w.id = ${p.id} and w.organization_id = ${p.organizationId})`;

const NEW_SCHEDULE = {
  ...KEY,
  ...typesOf('AutopaySchedule', ['accountId', 'paymentMethodId', 'amountCents', 'frequencyUnit', 'frequencyInterval']),
  ...typesOf('AutopaySchedule', ['startDate', 'anchorDay', 'endDate', 'nextRunDate', 'createdBy']),
} as const;
type EqualField = Exclude<keyof typeof NEW_SCHEDULE, 'id' | 'endDate' | 'nextRunDate' | 'createdBy'>;

/**
 * SQL: the newest schedule that equals a new one in everything but its end date and may still charge; null without
 * one. Requires the account's lock.
 */
function equalSchedule(
  p: StatementTools<Pick<ParametersOf<typeof NEW_SCHEDULE>, EqualField>>['p'],
  scope: (column: string) => string,
): Sql {
  return sql(`(
      select e.id from autopay_schedule e
       where e.organization_id = ${p.organizationId} and e.account_id = ${p.accountId} and ${scope('e.organization_id')}
         and e.payment_method_id = ${p.paymentMethodId} and e.amount_cents = ${p.amountCents}::bigint
         and e.frequency_unit = ${p.frequencyUnit}::frequency_unit and e.frequency_interval = ${p.frequencyInterval}::int
         and e.start_date = ${p.startDate}::date and e.anchor_day is not distinct from ${p.anchorDay}::int
         and e.status in ('active', 'paused')
       order by e.created_at desc, e.id desc limit 1)`);
}

export const insertSchedule = statement({
  name: 'autopay_schedule.insert',
  takes: NEW_SCHEDULE,
  gives: SCHEDULE,
  text: ({ p, scope }) => {
    const { into, values } = inserted(
      'AutopaySchedule',
      {
        id: p.id,
        organizationId: sql('a.organization_id'),
        accountId: sql('a.id'),
        ...sameNamed(p, ['paymentMethodId', 'amountCents', 'frequencyUnit', 'frequencyInterval']),
        ...sameNamed(p, ['startDate', 'anchorDay', 'endDate', 'nextRunDate']),
        status: LEFT_OUT,
        createdBy: p.createdBy,
        createdAt: LEFT_OUT,
        eventSequence: sql('1'),
        pauseReason: LEFT_OUT,
        ...leftOut('isOneTime', 'authorizedBy', 'authorizedOn', 'authorizationMethod'),
        possibleDuplicateOf: equalSchedule(p, scope),
        // A plan agreed after a charge-off is meant to be charged.
        chargeOffSeenOn: sql(
          `case when a.status_code = 'charged_off' then coalesce(a.charged_off_on, '-infinity'::date) end`,
        ),
      },
      's',
    );
    return `
    with s as (
      insert into ${into} select ${values}
        from account a where a.id = ${p.accountId} and a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
      returning s.*
    ), recorded_event as (${insertEventSql({ ...WRITTEN, type: 'autopay_schedule.created', actor: sql('s.created_by') }, 's')})
    select ${selectedOf(p.organizationId)} from s`;
  },
});

export const updateSchedule = statement({
  name: 'autopay_schedule.update',
  takes: {
    ...KEY,
    ...typesOf('AutopaySchedule', ['paymentMethodId', 'amountCents', 'endDate', 'status', 'pauseReason']),
    actor: 'Event.actor',
  },
  gives: STANDING,
  text: ({ p, scope }) => `
    with ${was(p)}, s as (
      update autopay_schedule s set ${assigned('AutopaySchedule', {
        ...sameNamed(p, ['paymentMethodId', 'amountCents', 'endDate', 'status']),
        pauseReason: sql(
          `case when ${p.status}::autopay_status = 'paused' then coalesce(${p.pauseReason}::text, s.pause_reason) end`,
        ),
        // The user who resumes it knows that the loan is charged off.
        chargeOffSeenOn: sql(`case when s.status = 'paused' and ${p.status}::autopay_status = 'active' then (
            select coalesce(a.charged_off_on, '-infinity'::date) from account a
             where a.organization_id = s.organization_id and a.id = s.account_id and a.status_code = 'charged_off')
          else s.charge_off_seen_on end`),
        eventSequence:
          sql(`event_sequence + case when (payment_method_id, amount_cents, end_date, status) is distinct from
          (${p.paymentMethodId}, ${p.amountCents}::bigint, ${p.endDate}::date, ${p.status}::autopay_status) then 1 else 0 end`),
      })}
       where s.id = ${p.id} and s.organization_id = ${p.organizationId} and ${scope('s.organization_id')}
      returning s.*
    ), recorded_event as (${insertEventSql(
      {
        ...WRITTEN,
        type: sql(`case when s.status = 'expired' then 'autopay_schedule.expired' else 'autopay_schedule.changed' end`),
        previousStatus: sql('was.status'),
        actor: p.actor,
      },
      's join was on s.event_sequence > was.event_sequence',
    )})
    select ${standingOf(p.organizationId)} from s`,
});

export const cancelSchedule = statement({
  name: 'autopay_schedule.cancel',
  takes: { ...KEY, actor: 'Event.actor' },
  gives: STANDING,
  text: ({ p, scope }) => `
    with ${was(p)}, s as (
      update autopay_schedule s set status = 'cancelled', event_sequence = ${NEXT_EVENT_SEQUENCE}
       where s.id = ${p.id} and s.organization_id = ${p.organizationId} and ${scope('s.organization_id')}
         and s.status in ('active', 'paused')
      returning s.*
    ), recorded_event as (${insertEventSql(
      { ...WRITTEN, type: 'autopay_schedule.cancelled', previousStatus: sql('was.status'), actor: p.actor },
      's cross join was',
    )})
    select ${standingOf(p.organizationId)} from s`,
});

const OF_SCHEDULE = { scheduleId: 'AutopayRun.scheduleId', organizationId: 'AutopayRun.organizationId' } as const;
const RUN_ID = columns('AutopayRun', 'r', ['id']);
const GIVEN_UP_ID = columns('AutopayRun', 'given_up', ['id']);

/** Whether a run of the schedule is under way, waits for another try or is held: then the schedule cannot end yet. */
export const openRun = statement({
  name: 'autopay_schedule.open_run',
  takes: OF_SCHEDULE,
  gives: RUN_ID,
  text: ({ p, scope }) => `
    select ${RUN_ID} from autopay_run r
     where r.schedule_id = ${p.scheduleId} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
       and r.status in ('charging', 'retrying', 'held', 'charged', 'posting', 'refunding')
     limit 1`,
});

/** Gives up runs that wait for another try: a schedule that does not charge does not retry either. */
export const giveUpRetries = statement({
  name: 'autopay_schedule.give_up_retries',
  takes: { ...OF_SCHEDULE, failureCode: 'text', actor: 'Event.actor' },
  gives: GIVEN_UP_ID,
  text: ({ p, scope }) => `
    with given_up as (
      update autopay_run r set ${assigned('AutopayRun', {
        status: sql(`'failed'`),
        nextTryOn: sql('null'),
        failureCode: p.failureCode,
        settledAt: sql('statement_timestamp()'),
        eventSequence: NEXT_EVENT_SEQUENCE,
      })}
       where r.schedule_id = ${p.scheduleId} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
         and r.status = 'retrying'
      returning r.id, r.organization_id, r.account_id, r.failure_code, r.event_sequence
    ), recorded_event as (${givenUpRuns(p.actor)})
    select ${GIVEN_UP_ID} from given_up`,
});

const ACCOUNT = columns('Account', 'a', ['organizationId', 'statusCode', 'loanSystemCode', 'externalId']);

/** The fields of an account that a schedule needs: does it exist, can it be paid? */
export const accountForSchedule = readById('autopay_schedule.account', 'Account', 'a', ACCOUNT);

const METHOD_ID = columns('PaymentMethod', 'm', ['id']);

/**
 * Locks a method that may fund an account until the transaction ends, so that it cannot be deactivated in between.
 * No row: it may not fund it, does not exist, or belongs to another organization.
 */
export const holdEligibleMethod = statement({
  name: 'autopay_schedule.hold_method',
  takes: {
    id: 'PaymentMethod.id',
    organizationId: 'PaymentMethod.organizationId',
    accountId: 'AccountBorrower.accountId',
    processors: 'text[]',
    today: 'date',
  },
  gives: METHOD_ID,
  text: ({ p, scope }) => `
    select ${METHOD_ID} from payment_method m
     where m.id = ${p.id} and m.organization_id = ${p.organizationId} and ${scope('m.organization_id')}
       and ${isEligible('m', p)}
       and exists (select from account_borrower b
                    where b.organization_id = ${p.organizationId} and b.person_id = m.party_id
                      and b.account_id = ${p.accountId} and b.is_active)
       for share of m`,
});

/** Where a schedule comes from. Stored answers of idempotency keys contain none of these fields. */
const ORIGIN = columns('AutopaySchedule', 's', [
  'id',
  'createdAt',
  'createdBy',
  'pauseReason',
  'isOneTime',
  'authorizedBy',
  'authorizedOn',
  'authorizationMethod',
]);
export type ScheduleOrigin = RowOf<typeof ORIGIN>;

export const originsOfSchedules = readByIds('autopay_schedule.origins', 'AutopaySchedule', 's', ORIGIN);
