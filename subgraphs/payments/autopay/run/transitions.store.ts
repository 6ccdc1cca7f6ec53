import { EVENT_TYPES } from '../../../../core/contract/event-types.js';
import { columns, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { assigned, inserted, LEFT_OUT, sql } from '../../../../core/db/written.js';
import { ONE_MORE, type ToldEvent, told } from '../../../../core/events/told.js';

/*
 * How runs and attempts change. Whoever runs one of these holds the lock of the schedule, and has looked at the run since:
 * conditions on its status would only say again what is known.
 */

const RUN_KEY = { id: 'AutopayRun.id', organizationId: 'AutopayRun.organizationId' } as const;
const RUN_ID = columns('AutopayRun', 'moved', ['id']);

const FAMILY = 'autopay_run.';
/** Runs in these statuses are told of: those that a type of event is named after. Of the others nobody would wait for word. */
const TOLD = `(${EVENT_TYPES.filter((type) => type.startsWith(FAMILY))
  .map((type) => `'${type.slice(FAMILY.length)}'`)
  .join(', ')})`;
const RETURNED = 'id, organization_id, account_id, status, failure_code, event_sequence, possible_duplicate_of';
/** How an event is told of a run that a statement has moved. */
const MOVED = {
  type: sql(`'${FAMILY}' || moved.status::text`),
  object: 'autopay_run',
  objectId: sql('moved.id'),
  organizationId: sql('moved.organization_id'),
  accountId: sql('moved.account_id'),
  sequence: sql('moved.event_sequence'),
  status: sql('moved.status'),
  code: sql('moved.failure_code'),
  actor: sql(`'autopay'`),
  possibleDuplicateOf: sql('moved.possible_duplicate_of'),
} satisfies ToldEvent;

/** Between two events a run stands at these for moments: what is told as its status before is that of the event before. */
const UNTOLD = `('charging', 'charged', 'posting', 'refunding')`;

/** The status that a run was last shown with: under its schedule's lock it is still the one that the statement finds. */
export const was = (id: string, organizationId: string) => `was as (
      select case when r.status not in ${UNTOLD} then r.status::text else (
               select e.status from event e where e.organization_id = r.organization_id and e.object_id = r.id
                  and e.sequence = r.event_sequence) end as status
        from autopay_run r where r.id = ${id} and r.organization_id = ${organizationId})`;

/** A write of runs, and the events of those that are told of. `was`: the CTE that says how they stood. */
const moving = (write: string, previousStatus: ToldEvent['previousStatus'] & string, before = '') => `
    with ${before === '' ? '' : `${before}, `}moved as (${write}
      returning ${RETURNED}
    ), told as (${told(
      { ...MOVED, previousStatus },
      `moved${before === '' ? '' : ' cross join was'} where moved.status in ${TOLD}`,
    )})
    select ${RUN_ID} from moved`;

const ATTEMPT_KEY = { id: 'AutopayAttempt.id', organizationId: 'AutopayAttempt.organizationId' } as const;
const ATTEMPT_ID = columns('AutopayAttempt', 'autopay_attempt', ['id']);
const ATTEMPT_STATUS = columns('AutopayAttempt', 'autopay_attempt', ['status']);

/** What becomes of one date. No row: it has a run already. */
export const insertRun = statement({
  name: 'autopay_run.insert',
  takes: {
    ...RUN_KEY,
    scheduleId: 'AutopayRun.scheduleId',
    dueOn: 'AutopayRun.dueOn',
    status: 'AutopayRun.status',
    amountCents: 'AutopayRun.amountCents',
    failureCode: 'AutopayRun.failureCode',
    nextTryOn: 'AutopayRun.nextTryOn',
    possibleDuplicateOf: 'AutopayRun.possibleDuplicateOf',
  },
  gives: RUN_ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted('AutopayRun', {
      id: p.id,
      organizationId: sql('s.organization_id'),
      scheduleId: sql('s.id'),
      accountId: sql('s.account_id'),
      dueOn: p.dueOn,
      status: p.status,
      amountCents: p.amountCents,
      nextTryOn: p.nextTryOn,
      failureCode: p.failureCode,
      leaseUntil: LEFT_OUT,
      effectiveDate: LEFT_OUT,
      referenceNumber: LEFT_OUT,
      postingExternalId: LEFT_OUT,
      postedAt: LEFT_OUT,
      refundedAt: LEFT_OUT,
      createdAt: LEFT_OUT,
      settledAt: sql(`case when ${p.status}::text in ('failed', 'missed') then clock_timestamp() end`),
      eventSequence: sql(`case when ${p.status}::text in ${TOLD} then 1 else 0 end`),
      possibleDuplicateOf: p.possibleDuplicateOf,
      releasedAt: LEFT_OUT,
      releasedOn: LEFT_OUT,
    });
    return moving(
      `insert into ${into} select ${values}
         from autopay_schedule s
        where s.id = ${p.scheduleId} and s.organization_id = ${p.organizationId} and ${scope('s.organization_id')}
       on conflict (organization_id, schedule_id, due_on) do nothing`,
      sql('null'),
    );
  },
});

export const insertAttempt = statement({
  name: 'autopay_attempt.insert',
  takes: {
    ...ATTEMPT_KEY,
    runId: 'AutopayAttempt.runId',
    number: 'AutopayAttempt.number',
    paymentMethodId: 'AutopayAttempt.paymentMethodId',
    amountCents: 'AutopayAttempt.amountCents',
  },
  gives: ATTEMPT_ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted('AutopayAttempt', {
      id: p.id,
      organizationId: sql('r.organization_id'),
      runId: sql('r.id'),
      number: p.number,
      paymentMethodId: p.paymentMethodId,
      amountCents: p.amountCents,
      status: sql(`'charging'`),
      failureCode: LEFT_OUT,
      chargeExternalId: LEFT_OUT,
      createdAt: sql('clock_timestamp()'),
      settledAt: LEFT_OUT,
      standingReadAt: LEFT_OUT,
    });
    return `
    insert into ${into} select ${values}
      from autopay_run r
     where r.id = ${p.runId} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
    returning ${ATTEMPT_ID}`;
  },
});

/** No row: its outcome was known already. */
export const settleAttempt = statement({
  name: 'autopay_attempt.settle',
  takes: {
    ...ATTEMPT_KEY,
    status: 'AutopayAttempt.status',
    failureCode: 'AutopayAttempt.failureCode',
    chargeExternalId: 'AutopayAttempt.chargeExternalId',
  },
  gives: ATTEMPT_ID,
  text: ({ p, scope }) => `
    update autopay_attempt set ${assigned('AutopayAttempt', {
      status: p.status,
      failureCode: p.failureCode,
      chargeExternalId: p.chargeExternalId,
      settledAt: sql('statement_timestamp()'),
    })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')} and status = 'charging'
    returning ${ATTEMPT_ID}`,
});

export const attemptStatus = statement({
  name: 'autopay_attempt.status',
  takes: ATTEMPT_KEY,
  gives: ATTEMPT_STATUS,
  text: ({ p, scope }) => `
    select ${ATTEMPT_STATUS} from autopay_attempt
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

/** Whoever works on the run holds it for so long; 0: from now on its outcome is unknown. */
export const leaseRun = statement({
  name: 'autopay_run.lease',
  takes: { ...RUN_KEY, status: 'AutopayRun.status', leaseMs: 'float8' },
  gives: derived({ lease: 'text' }),
  text: ({ p, scope }) => `
    with leased as (
      update autopay_run set ${assigned('AutopayRun', {
        status: p.status,
        leaseUntil: sql(`statement_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)`),
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
      returning lease_until)
    select lease_until::text as lease from leased`,
});

/** To a status in which nothing is under way. An amount that is null stays as it is. */
export const moveRun = statement({
  name: 'autopay_run.move',
  takes: {
    ...RUN_KEY,
    status: 'AutopayRun.status',
    failureCode: 'AutopayRun.failureCode',
    nextTryOn: 'AutopayRun.nextTryOn',
    amountCents: 'AutopayRun.amountCents',
  },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        status: p.status,
        failureCode: p.failureCode,
        nextTryOn: p.nextTryOn,
        amountCents: sql(`coalesce(${p.amountCents}::bigint, amount_cents)`),
        leaseUntil: sql('null'),
        // Plus no time, or plus null, which is null: a distributed engine takes no clock within `case`.
        settledAt: sql(
          `statement_timestamp() + case when ${p.status}::autopay_run_status = 'failed' then interval '0' end`,
        ),
        eventSequence: sql(`event_sequence + case when ${p.status}::autopay_run_status in ${TOLD} then 1 else 0 end`),
      })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
      sql('was.status'),
      was(p.id, p.organizationId),
    ),
});

export const markPosted = statement({
  name: 'autopay_run.mark_posted',
  takes: {
    ...RUN_KEY,
    effectiveDate: 'date',
    referenceNumber: 'int8',
    postingExternalId: 'text',
    postedAt: 'timestamptz',
  },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        eventSequence: ONE_MORE,
        status: sql(`'posted'`),
        effectiveDate: p.effectiveDate,
        referenceNumber: p.referenceNumber,
        postingExternalId: p.postingExternalId,
        postedAt: p.postedAt,
        settledAt: sql('statement_timestamp()'),
        leaseUntil: sql('null'),
        failureCode: sql('null'),
      })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
      sql('was.status'),
      was(p.id, p.organizationId),
    ),
});

export const markRefunded = statement({
  name: 'autopay_run.mark_refunded',
  takes: { ...RUN_KEY, refundedAt: 'timestamptz' },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        eventSequence: ONE_MORE,
        status: sql(`'refunded'`),
        refundedAt: p.refundedAt,
        settledAt: sql('statement_timestamp()'),
        leaseUntil: sql('null'),
      })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
      sql('was.status'),
      was(p.id, p.organizationId),
    ),
});

/** Posted before: its charge was taken back, and the loan system has taken its posting back. */
export const markReversed = statement({
  name: 'autopay_run.mark_reversed',
  takes: { ...RUN_KEY, failureCode: 'text' },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        eventSequence: ONE_MORE,
        status: sql(`'reversed'`),
        failureCode: sql(`${p.failureCode}::text`),
        settledAt: sql('statement_timestamp()'),
        leaseUntil: sql('null'),
      })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
      sql('was.status'),
      was(p.id, p.organizationId),
    ),
});

/** The next date has come: what waited for another try is given up, for the reason that it had. */
export const giveWay = statement({
  name: 'autopay_run.give_way',
  takes: { scheduleId: 'AutopayRun.scheduleId', organizationId: 'AutopayRun.organizationId' },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        status: sql(`'failed'`),
        nextTryOn: sql('null'),
        settledAt: sql('statement_timestamp()'),
        eventSequence: ONE_MORE,
      })}
     where schedule_id = ${p.scheduleId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and status = 'retrying'`,
      sql(`'retrying'`),
    ),
});
