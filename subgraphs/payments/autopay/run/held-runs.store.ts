import { columns, derived, typesOf } from '../../../../core/db/columns.js';
import { assigned, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import { SERVICING_ZONE } from '../../../../core/time/servicing-day.js';
import { previousStatusSql } from './run-and-attempt-transitions.store.js';

const RUN_KEY = { id: 'AutopayRun.id', organizationId: 'AutopayRun.organizationId' } as const;
const RUN_ID = columns('AutopayRun', 'moved', ['id']);

/**
 * Finds a run of another schedule of the account that is charged, or being charged, with the same method and amount
 * for the same day. It may have taken less than its schedule says, if less was left to pay. Run it under the
 * account's lock, in a statement after the one that took the lock: of two runs that begin at once, the later one
 * then finds the other.
 *
 * `attemptedOn`: also a run of another date for which the method was charged on this day. `oneTimeSince`: also a one-time
 * charge of this day or later.
 *
 * `notHeldFor`: a run that was held because of this run and that a person released does not count. Nor does a run
 * for which nothing was sent and whose schedule has ended or is paused: it will not be charged.
 */
export const equalRun = statement({
  name: 'autopay_run.equal',
  takes: {
    ...typesOf('AutopayRun', ['organizationId', 'accountId', 'scheduleId', 'dueOn']),
    amountCents: 'int8',
    paymentMethodId: 'AutopayAttempt.paymentMethodId',
    notHeldFor: 'text?',
    attemptedOn: 'date?',
    oneTimeSince: 'date?',
  },
  gives: columns('AutopayRun', 'r', ['id']),
  text: ({ p, scope }) => `
    select r.id from autopay_run r
      join autopay_schedule s on s.organization_id = r.organization_id and s.id = r.schedule_id
     where r.organization_id = ${p.organizationId} and r.account_id = ${p.accountId} and ${scope('r.organization_id')}
       and r.schedule_id <> ${p.scheduleId}
       and (r.due_on = ${p.dueOn}::date or ${p.attemptedOn}::date is not null
            or (s.is_one_time and r.due_on >= ${p.oneTimeSince}::date))
       and ${p.amountCents}::bigint in (r.amount_cents, s.amount_cents)
       and r.status in ('charging', 'charged', 'posting', 'posted')
       and (r.status <> 'charging' or r.lease_until is not null or s.status = 'active' or s.is_one_time)
       and (${p.notHeldFor}::text is null or r.possible_duplicate_of is distinct from ${p.notHeldFor}::text)
       and exists (select from autopay_attempt t
                    where t.organization_id = r.organization_id and t.run_id = r.id
                      and t.payment_method_id = ${p.paymentMethodId} and t.status in ('charging', 'charged')
                      and (r.due_on = ${p.dueOn}::date or ${p.attemptedOn}::date is null
                           or (t.created_at at time zone '${SERVICING_ZONE}')::date = ${p.attemptedOn}::date))
     order by r.created_at, r.id limit 1`,
});

const MOVED = {
  object: 'autopay_run',
  objectId: sql('moved.id'),
  organizationId: sql('moved.organization_id'),
  accountId: sql('moved.account_id'),
  sequence: sql('moved.event_sequence'),
  status: sql('moved.status'),
  possibleDuplicateOf: sql('moved.possible_duplicate_of'),
} as const;
const RETURNED = 'returning id, organization_id, account_id, status, event_sequence, possible_duplicate_of';

/** Holds a run, for which nothing was sent or which waited for another try, because it equals another one. */
export const holdRun = statement({
  name: 'autopay_run.hold',
  takes: {
    ...RUN_KEY,
    amountCents: 'int8',
    failureCode: 'text',
    possibleDuplicateOf: 'text',
  },
  gives: RUN_ID,
  text: ({ p, scope }) => `
    with ${previousStatusSql(p.id, p.organizationId)}, moved as (
      update autopay_run set ${assigned('AutopayRun', {
        status: sql(`'held'`),
        failureCode: sql(`${p.failureCode}::text`),
        amountCents: sql(`${p.amountCents}::bigint`),
        possibleDuplicateOf: sql(`${p.possibleDuplicateOf}::text`),
        nextTryOn: sql('null'),
        leaseUntil: sql('null'),
        eventSequence: NEXT_EVENT_SEQUENCE,
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
      ${RETURNED}
    ), recorded_event as (${insertEventSql(
      {
        ...MOVED,
        type: 'autopay_run.held',
        previousStatus: sql('was.status'),
        code: sql(`${p.failureCode}::text`),
        actor: sql(`'autopay'`),
      },
      'moved cross join was',
    )})
    select ${RUN_ID} from moved`,
});

/** Ends the hold after a person's decision: the run is tried on a day, or never. */
export const endHold = statement({
  name: 'autopay_run.end_hold',
  takes: {
    ...RUN_KEY,
    status: 'AutopayRun.status',
    failureCode: 'text',
    nextTryOn: 'AutopayRun.nextTryOn',
    releasedOn: 'AutopayRun.releasedOn',
    actor: 'Event.actor',
  },
  gives: RUN_ID,
  text: ({ p, scope }) => `
    with moved as (
      update autopay_run set ${assigned('AutopayRun', {
        status: p.status,
        failureCode: sql(`${p.failureCode}::text`),
        nextTryOn: p.nextTryOn,
        releasedOn: p.releasedOn,
        releasedAt: sql(
          `statement_timestamp() + case when ${p.status}::autopay_run_status <> 'failed' then interval '0' end`,
        ),
        settledAt: sql(
          `statement_timestamp() + case when ${p.status}::autopay_run_status = 'failed' then interval '0' end`,
        ),
        eventSequence: NEXT_EVENT_SEQUENCE,
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'held'
      ${RETURNED}
    ), recorded_event as (${insertEventSql(
      {
        ...MOVED,
        type: sql(`'autopay_run.' || moved.status::text`),
        previousStatus: sql(`'held'`),
        code: sql(`${p.failureCode}::text`),
        actor: p.actor,
      },
      'moved',
    )})
    select ${RUN_ID} from moved`,
});

/** The held runs of a schedule. */
export const heldRunsOfSchedule = statement({
  name: 'autopay_run.held_of_schedule',
  takes: { scheduleId: 'AutopayRun.scheduleId', organizationId: 'AutopayRun.organizationId' },
  gives: columns('AutopayRun', 'r', ['id', 'organizationId']),
  text: ({ p, scope }) => `
    select r.id, r.organization_id as "organizationId" from autopay_run r
     where r.schedule_id = ${p.scheduleId} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
       and r.status = 'held' order by r.due_on`,
});

/** The other run ended without money, so the held run duplicates nothing that was taken. */
const NOT_TAKEN = `('failed', 'missed', 'refunded', 'reversed')`;
const HELD = columns('AutopayRun', 'r', ['id', 'organizationId', 'scheduleId']);

/**
 * Held runs that need a check: their schedule has ended, so no decision is left, or their exception is out of date
 * about whether the other run took money.
 */
export const heldRunsToCheck = statement({
  name: 'autopay_run.held_to_see',
  gives: [HELD, derived({ otherStatus: 'text?' })],
  text: ({ scope }) => `
    select ${HELD}, case when o.status in ${NOT_TAKEN} then o.status::text end as "otherStatus"
      from autopay_run r
      join autopay_schedule s on s.organization_id = r.organization_id and s.id = r.schedule_id
      left join autopay_run o on o.organization_id = r.organization_id and o.id = r.possible_duplicate_of
     where r.status = 'held' and ${scope('r.organization_id')}
       and (s.status in ('expired', 'cancelled')
            or not exists (
              select from operator_exception x
               where x.organization_id = r.organization_id and x.kind = 'autopay_run_held' and x.subject_id = r.id
                 and x.detail ->> 'otherStatus' is not distinct from case when o.status in ${NOT_TAKEN} then o.status::text end offset 0))
     order by r.id`,
});

/** A held run now equals another run than the one that it was held for. */
export const setDuplicateOfHeldRun = statement({
  name: 'autopay_run.point_held',
  takes: { ...RUN_KEY, possibleDuplicateOf: 'text' },
  text: ({ p, scope }) => `
    update autopay_run set possible_duplicate_of = ${p.possibleDuplicateOf}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'held'`,
});

export const isHeldRun = statement({
  name: 'autopay_run.is_held',
  takes: RUN_KEY,
  gives: derived({ isHeld: 'bool' }),
  text: ({ p, scope }) => `
    select r.status = 'held' as "isHeld" from autopay_run r
     where r.id = ${p.id} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}`,
});
