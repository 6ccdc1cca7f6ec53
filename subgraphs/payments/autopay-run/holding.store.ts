import { columns, derived } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { assigned, sql } from '../../../core/db/written.js';
import { ONE_MORE, told } from '../../../core/events/told.js';

const RUN_KEY = { id: 'AutopayRun.id', organizationId: 'AutopayRun.organizationId' } as const;
const RUN_ID = columns('AutopayRun', 'moved', ['id']);

/**
 * A run of another schedule of the account that is charged, or being charged, with the same method and amount for the same day; it may have
 * taken less than its schedule says, where no more was left to pay. To
 * be read under the account's lock, by a statement after the one that took it: of two that begin at once the later one finds the other.
 */
export const equalRun = statement({
  name: 'autopay_run.equal',
  takes: {
    organizationId: 'AutopayRun.organizationId',
    accountId: 'AutopayRun.accountId',
    scheduleId: 'AutopayRun.scheduleId',
    dueOn: 'AutopayRun.dueOn',
    amountCents: 'int8',
    paymentMethodId: 'AutopayAttempt.paymentMethodId',
  },
  gives: columns('AutopayRun', 'r', ['id']),
  text: ({ p, scope }) => `
    select r.id from autopay_run r
      join autopay_schedule s on s.organization_id = r.organization_id and s.id = r.schedule_id
     where r.organization_id = ${p.organizationId} and r.account_id = ${p.accountId} and ${scope('r.organization_id')}
       and r.schedule_id <> ${p.scheduleId} and r.due_on = ${p.dueOn}::date 
       and ${p.amountCents}::bigint in (r.amount_cents, s.amount_cents)
       and r.status in ('charging', 'charged', 'posting', 'posted')
       and exists (select from autopay_attempt t
                    where t.organization_id = r.organization_id and t.run_id = r.id
                      and t.payment_method_id = ${p.paymentMethodId} and t.status in ('charging', 'charged'))
     order by r.created_at, r.id limit 1`,
});

const MOVED = {
  object: 'autopay_run',
  objectId: sql('moved.id'),
  organizationId: sql('moved.organization_id'),
  sequence: sql('moved.event_sequence'),
  status: sql('moved.status'),
  possibleDuplicateOf: sql('moved.possible_duplicate_of'),
} as const;
const RETURNED = 'returning id, organization_id, status, event_sequence, possible_duplicate_of';

/** A run that waited for another try: it is not charged, because it equals another one. */
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
    with moved as (
      update autopay_run set ${assigned('AutopayRun', {
        status: sql(`'held'`),
        failureCode: sql(`${p.failureCode}::text`),
        amountCents: sql(`${p.amountCents}::bigint`),
        possibleDuplicateOf: sql(`${p.possibleDuplicateOf}::text`),
        nextTryOn: sql('null'),
        leaseUntil: sql('null'),
        eventSequence: ONE_MORE,
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
      ${RETURNED}
    ), told as (${told(
      {
        ...MOVED,
        type: 'autopay_run.held',
        previousStatus: sql(`'retrying'`),
        code: sql(`${p.failureCode}::text`),
        actor: sql(`'autopay'`),
      },
      'moved',
    )})
    select ${RUN_ID} from moved`,
});

/** A held run that a person decided on: it is tried on a day, or never. */
export const endHold = statement({
  name: 'autopay_run.end_hold',
  takes: {
    ...RUN_KEY,
    status: 'AutopayRun.status',
    failureCode: 'text',
    nextTryOn: 'AutopayRun.nextTryOn',
    actor: 'Event.actor',
  },
  gives: RUN_ID,
  text: ({ p, scope }) => `
    with moved as (
      update autopay_run set ${assigned('AutopayRun', {
        status: p.status,
        failureCode: sql(`${p.failureCode}::text`),
        nextTryOn: p.nextTryOn,
        releasedAt: sql(
          `statement_timestamp() + case when ${p.status}::autopay_run_status <> 'failed' then interval '0' end`,
        ),
        settledAt: sql(
          `statement_timestamp() + case when ${p.status}::autopay_run_status = 'failed' then interval '0' end`,
        ),
        eventSequence: ONE_MORE,
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'held'
      ${RETURNED}
    ), told as (${told(
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

/** The held runs of a schedule, and of an exception's subject whether it is one. */
export const heldRunsOfSchedule = statement({
  name: 'autopay_run.held_of_schedule',
  takes: { scheduleId: 'AutopayRun.scheduleId', organizationId: 'AutopayRun.organizationId' },
  gives: columns('AutopayRun', 'r', ['id', 'organizationId']),
  text: ({ p, scope }) => `
    select r.id, r.organization_id as "organizationId" from autopay_run r
     where r.schedule_id = ${p.scheduleId} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
       and r.status = 'held' order by r.due_on`,
});

export const isHeldRun = statement({
  name: 'autopay_run.is_held',
  takes: RUN_KEY,
  gives: derived({ isHeld: 'bool' }),
  text: ({ p, scope }) => `
    select r.status = 'held' as "isHeld" from autopay_run r
     where r.id = ${p.id} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}`,
});
