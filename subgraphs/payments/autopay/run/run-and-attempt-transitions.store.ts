import { EVENT_TYPES } from '../../../../core/contract/event-types.js';
import { columns, derived, typesOf } from '../../../../core/db/columns.js';
import { assigned, inserted, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { type EventValues, insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../../core/events/insert-event-sql.js';
import { approvalSeenUnderLease, markApprovalSeen } from '../../collected/posting/approvals.store.js';

/*
 * How runs and attempts change. Callers hold the schedule's lock and have read the run since: the statements need no
 * conditions on its status.
 */

const RUN_KEY = { id: 'AutopayRun.id', organizationId: 'AutopayRun.organizationId' } as const;
const RUN_ID = columns('AutopayRun', 'moved', ['id']);

const FAMILY = 'autopay_run.';
/**
 * Statuses that cause an event: those that have an event type. Other transitions need no notification: no client
 * waits for them.
 */
const EVENT_STATUSES = `(${EVENT_TYPES.filter((type) => type.startsWith(FAMILY))
  .map((type) => `'${type.slice(FAMILY.length)}'`)
  .join(', ')})`;
export const RETURNED = 'id, organization_id, account_id, status, failure_code, event_sequence, possible_duplicate_of';
/** The event of a run that a statement has moved. */
export const MOVED = {
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
} satisfies EventValues;

/**
 * A run has these statuses only for moments between two events. The next event then shows the previous event's
 * status as its previous status.
 */
const SILENT_STATUSES = `('charging', 'charged', 'posting', 'refunding')`;

/** The last status that an event showed. Under the schedule's lock it cannot change before the statement runs. */
export const previousStatusSql = (id: string, organizationId: string) => `was as (
      select case when r.status not in ${SILENT_STATUSES} then r.status::text else (
               select e.status from event e where e.organization_id = r.organization_id and e.object_id = r.id
                  and e.sequence = r.event_sequence) end as status
        from autopay_run r where r.id = ${id} and r.organization_id = ${organizationId})`;

/** Changes runs and inserts the events of those that cause one. `was`: the CTE with their previous status. */
const moving = (
  write: string,
  previousStatus: EventValues['previousStatus'] & string,
  before = '',
  event: Pick<EventValues, 'code'> = {},
) => `
    with ${before === '' ? '' : `${before}, `}moved as (${write}
      returning ${RETURNED}
    ), recorded_event as (${insertEventSql(
      { ...MOVED, previousStatus, ...event },
      `moved${before === '' ? '' : ' cross join was'} where moved.status in ${EVENT_STATUSES}`,
    )})
    select ${RUN_ID} from moved`;

const ATTEMPT_KEY = { id: 'AutopayAttempt.id', organizationId: 'AutopayAttempt.organizationId' } as const;
const ATTEMPT_ID = columns('AutopayAttempt', 'autopay_attempt', ['id']);
const ATTEMPT_STATUS = columns('AutopayAttempt', 'autopay_attempt', ['status']);

/** Creates the run of one date. No row: the date has a run already. */
export const insertRun = statement({
  name: 'autopay_run.insert',
  takes: {
    ...RUN_KEY,
    ...typesOf('AutopayRun', ['scheduleId', 'dueOn', 'status', 'amountCents']),
    ...typesOf('AutopayRun', ['failureCode', 'nextTryOn', 'possibleDuplicateOf']),
  },
  gives: RUN_ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted('AutopayRun', {
      id: p.id,
      organizationId: sql('s.organization_id'),
      scheduleId: sql('s.id'),
      accountId: sql('s.account_id'),
      ...sameNamed(p, ['dueOn', 'status', 'amountCents', 'nextTryOn', 'failureCode']),
      ...leftOut('leaseUntil', 'effectiveDate', 'referenceNumber', 'postingExternalId'),
      ...leftOut('postedAt', 'refundedAt', 'createdAt', 'approvalSeenAt'),
      settledAt: sql(`case when ${p.status}::text in ('failed', 'missed') then clock_timestamp() end`),
      eventSequence: sql(`case when ${p.status}::text in ${EVENT_STATUSES} then 1 else 0 end`),
      possibleDuplicateOf: p.possibleDuplicateOf,
      ...leftOut('releasedAt', 'releasedOn'),
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
    ...typesOf('AutopayAttempt', ['runId', 'number', 'paymentMethodId', 'amountCents']),
  },
  gives: ATTEMPT_ID,
  text: ({ p, scope }) => {
    const { into, values } = inserted('AutopayAttempt', {
      id: p.id,
      organizationId: sql('r.organization_id'),
      runId: sql('r.id'),
      ...sameNamed(p, ['number', 'paymentMethodId', 'amountCents']),
      status: sql(`'charging'`),
      ...leftOut('failureCode', 'chargeExternalId'),
      createdAt: sql('clock_timestamp()'),
      ...leftOut('settledAt', 'standingReadAt'),
    });
    return `
    insert into ${into} select ${values}
      from autopay_run r
     where r.id = ${p.runId} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')}
    returning ${ATTEMPT_ID}`;
  },
});

/** No row: its outcome is known already. */
export const settleAttempt = statement({
  name: 'autopay_attempt.settle',
  takes: {
    ...ATTEMPT_KEY,
    ...typesOf('AutopayAttempt', ['status', 'failureCode', 'chargeExternalId']),
  },
  gives: ATTEMPT_ID,
  text: ({ p, scope }) => `
    update autopay_attempt set ${assigned('AutopayAttempt', {
      ...sameNamed(p, ['status', 'failureCode', 'chargeExternalId']),
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

/** The worker holds the run for this long. 0: its outcome is unknown from now on. */
export const leaseRun = statement({
  name: 'autopay_run.lease',
  takes: { ...RUN_KEY, status: 'AutopayRun.status', leaseMs: 'float8' },
  gives: derived({ lease: 'text' }),
  text: ({ p, scope }) => `
    with leased as (
      update autopay_run set ${assigned('AutopayRun', {
        status: p.status,
        leaseUntil: sql(`statement_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)`),
        approvalSeenAt: sql(approvalSeenUnderLease(p.leaseMs)),
      })}
       where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}
      returning lease_until)
    select lease_until::text as lease from leased`,
});

export const runAwaitsApproval = markApprovalSeen('autopay_run.approval_seen', 'AutopayRun');

/** To a status in which nothing is under way. A null amount keeps the current amount. */
export const moveRun = statement({
  name: 'autopay_run.move',
  takes: {
    ...RUN_KEY,
    ...typesOf('AutopayRun', ['status', 'failureCode', 'nextTryOn', 'amountCents']),
  },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        ...sameNamed(p, ['status', 'failureCode', 'nextTryOn']),
        amountCents: sql(`coalesce(${p.amountCents}::bigint, amount_cents)`),
        leaseUntil: sql('null'),
        // Plus no time, or plus null, which is null: a distributed engine allows no clock function within `case`.
        settledAt: sql(
          `statement_timestamp() + case when ${p.status}::autopay_run_status = 'failed' then interval '0' end`,
        ),
        eventSequence: sql(
          `event_sequence + case when ${p.status}::autopay_run_status in ${EVENT_STATUSES} then 1 else 0 end`,
        ),
      })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
      sql('was.status'),
      previousStatusSql(p.id, p.organizationId),
    ),
});

/** @param code - of the event. */
export const markPosted = statement({
  name: 'autopay_run.mark_posted',
  takes: {
    ...RUN_KEY,
    effectiveDate: 'date',
    referenceNumber: 'int8',
    postingExternalId: 'text',
    postedAt: 'timestamptz',
    code: 'text?',
  },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        eventSequence: NEXT_EVENT_SEQUENCE,
        status: sql(`'posted'`),
        ...sameNamed(p, ['effectiveDate', 'referenceNumber', 'postingExternalId', 'postedAt']),
        settledAt: sql('statement_timestamp()'),
        leaseUntil: sql('null'),
        failureCode: sql('null'),
      })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
      sql('was.status'),
      previousStatusSql(p.id, p.organizationId),
      { code: p.code },
    ),
});

export const markRefunded = statement({
  name: 'autopay_run.mark_refunded',
  takes: { ...RUN_KEY, refundedAt: 'timestamptz' },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        eventSequence: NEXT_EVENT_SEQUENCE,
        status: sql(`'refunded'`),
        refundedAt: p.refundedAt,
        settledAt: sql('statement_timestamp()'),
        leaseUntil: sql('null'),
      })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
      sql('was.status'),
      previousStatusSql(p.id, p.organizationId),
    ),
});

/** The run was posted before: its charge was reversed, and so was its posting in the loan system. */
export const markReversed = statement({
  name: 'autopay_run.mark_reversed',
  takes: { ...RUN_KEY, failureCode: 'text' },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        eventSequence: NEXT_EVENT_SEQUENCE,
        status: sql(`'reversed'`),
        failureCode: sql(`${p.failureCode}::text`),
        settledAt: sql('statement_timestamp()'),
        leaseUntil: sql('null'),
      })}
     where id = ${p.id} and organization_id = ${p.organizationId} and ${scope('organization_id')}`,
      sql('was.status'),
      previousStatusSql(p.id, p.organizationId),
    ),
});

/** The next date has come: a run that waited for another try fails, with the reason it already had. */
export const failRetriesForNextDate = statement({
  name: 'autopay_run.give_way',
  takes: { scheduleId: 'AutopayRun.scheduleId', organizationId: 'AutopayRun.organizationId' },
  gives: RUN_ID,
  text: ({ p, scope }) =>
    moving(
      `update autopay_run set ${assigned('AutopayRun', {
        status: sql(`'failed'`),
        nextTryOn: sql('null'),
        settledAt: sql('statement_timestamp()'),
        eventSequence: NEXT_EVENT_SEQUENCE,
      })}
     where schedule_id = ${p.scheduleId} and organization_id = ${p.organizationId} and ${scope('organization_id')}
       and status = 'retrying'`,
      sql(`'retrying'`),
    ),
});
