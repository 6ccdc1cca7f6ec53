import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { inserted, LEFT_OUT, leftOut, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import { LOAN, OF_PRODUCT, PRODUCT_TERMS } from '../../../../ledger/store/stored-loan.js';
import { isStopped } from '../../../../loan-model/flags/flag-stops-sql.js';
import { activeOrganization, openCents } from '../../account/payable-account.reads.store.js';
import { HAS_DATE, isOfActive } from '../run/due-schedules.store.js';

const SCHEDULE = columns('AutopaySchedule', 's', ['id', 'organizationId', 'accountId']);
const DUE_ON = columnsAs('AutopaySchedule', 's', { dueOn: 'nextRunDate' });
const CHARGED_BY = columnsAs('PaymentMethod', 'm', { processor: 'processor' });
const LOAN_SYSTEM = columns('Account', 'a', ['loanSystemCode']);

/** The next due schedules of an organization, earliest date first, with their processors and loan systems. */
export const nextDueSchedules = statement({
  name: 'autopay_schedule.next_due',
  takes: { today: 'date', afterDueOn: 'date', afterId: 'AutopaySchedule.id', limit: 'int8' },
  gives: [SCHEDULE, DUE_ON, CHARGED_BY, LOAN_SYSTEM],
  text: ({ p, scope }) => `
    select ${SCHEDULE}, ${DUE_ON}, ${CHARGED_BY}, ${LOAN_SYSTEM} from autopay_schedule s
      join account a on a.organization_id = s.organization_id and a.id = s.account_id
      join payment_method m on m.organization_id = s.organization_id and m.id = s.payment_method_id
     where ${HAS_DATE} and s.next_run_date <= ${p.today}::date and ${scope('s.organization_id')}
       and (s.next_run_date, s.id) > (${p.afterDueOn}::date, ${p.afterId}::text)
       and ${isOfActive('s')}
     order by s.next_run_date, s.id limit ${p.limit}`,
});
export type NextDueSchedule = RowOf<typeof SCHEDULE> &
  RowOf<typeof DUE_ON> &
  RowOf<typeof CHARGED_BY> &
  RowOf<typeof LOAN_SYSTEM>;

const OF_SET = { organizationId: 'AutopaySchedule.organizationId', ids: 'AutopaySchedule.id[]' } as const;
const OF_LOAN = `join account a on a.organization_id = s.organization_id and a.id = s.account_id
      join ledger_loan loan on loan.organization_id = a.organization_id and loan.id = a.external_id`;

/**
 * Locks schedules that are still due, with their loans on the ledger and their accounts. One of which any row is locked
 * by another transaction is left out: a set waits for no lock, so it cannot take part in a deadlock.
 */
export const lockDueSet = statement({
  name: 'autopay_schedule.lock_set',
  takes: { ...OF_SET, today: 'date' },
  gives: columns('AutopaySchedule', 's', ['id']),
  text: ({ p, scope, oneOf }) => `
    select s.id from autopay_schedule s ${OF_LOAN}
     where s.organization_id = ${p.organizationId} and ${oneOf('s.id', 'ids')} and ${scope('s.organization_id')}
       and a.organization_id = ${p.organizationId} and loan.organization_id = ${p.organizationId}
       and ${HAS_DATE} and s.next_run_date <= ${p.today}::date
       for update of s, loan skip locked for no key update of a skip locked`,
});

const PLAN = columnsAs('AutopaySchedule', 's', {
  scheduleId: 'id',
  accountId: 'accountId',
  paymentMethodId: 'paymentMethodId',
  wantedCents: 'amountCents',
  frequencyUnit: 'frequencyUnit',
  frequencyInterval: 'frequencyInterval',
  startDate: 'startDate',
  anchorDay: 'anchorDay',
  endDate: 'endDate',
  nextDueOn: 'nextRunDate',
});
const ACCOUNT = columnsAs('Account', 'a', { accountStatus: 'statusCode' });
const METHOD = columnsAs('PaymentMethod', 'm', {
  instrumentType: 'instrumentType',
  processor: 'processor',
  token: 'processorToken',
  customer: 'processorCustomer',
});
const FOUND = derived({
  openCents: 'int8',
  /** Whether a run of the schedule waits for another try, which now gives way. */
  hasRetry: 'bool',
  /** Whether another schedule of the account has a run on this date, which may equal this one. */
  hasOtherRun: 'bool',
  /** Whether a flag on the loan stops charges. */
  isFlagged: 'bool',
});

/**
 * Everything that decides on the runs of a locked set. A statement after the one that locked it, so that it sees what
 * was reserved under these locks. No rows if the organization is not active; an active one cannot be deactivated until
 * the transaction ends.
 */
export const readDueSet = statement({
  name: 'autopay_schedule.read_set',
  takes: { ...OF_SET, today: 'date' },
  gives: [PLAN, ACCOUNT, METHOD, LOAN, PRODUCT_TERMS, FOUND],
  text: ({ p, scope, oneOf }) => `
    with active as materialized (${activeOrganization(p, scope)} for share of o)
    select ${PLAN}, ${ACCOUNT}, ${METHOD}, ${LOAN}, ${PRODUCT_TERMS}, (${openCents('s.organization_id', 's.account_id')}) as "openCents",
      exists (select from autopay_run r where r.organization_id = ${p.organizationId} and r.schedule_id = s.id
        and r.status = 'retrying') as "hasRetry",
      exists (select from autopay_run r where r.organization_id = ${p.organizationId} and r.account_id = s.account_id
        and r.schedule_id <> s.id and r.due_on = s.next_run_date) as "hasOtherRun",
      ${isStopped({ organizationId: 's.organization_id', accountId: 's.account_id', day: p.today, what: 'charges' })} as "isFlagged"
      from active cross join autopay_schedule s ${OF_LOAN} ${OF_PRODUCT}
      join payment_method m on m.organization_id = s.organization_id and m.id = s.payment_method_id
     where s.organization_id = ${p.organizationId} and ${oneOf('s.id', 'ids')} and ${scope('s.organization_id')}`,
});
export type DueOfSet = RowOf<typeof PLAN> &
  RowOf<typeof ACCOUNT> &
  RowOf<typeof METHOD> &
  RowOf<typeof LOAN> &
  RowOf<typeof PRODUCT_TERMS> &
  RowOf<typeof FOUND>;

/** One run to create, in the JSON of `insertRunsOfSet`. */
export interface RunToInsert {
  readonly id: string;
  readonly attemptId: string;
  readonly scheduleId: string;
  readonly loanId: string;
  readonly paymentMethodId: string;
  readonly amountCents: number;
  readonly dueOn: string;
  readonly nextDueOn: string;
}

/**
 * Creates the runs of a locked set, each with its first attempt and under a lease, and advances their schedules. Gives
 * each loan's row a new version, as every reservation does. Returns the runs that are new, with the token of their
 * lease, and the version of their loans' rows.
 */
export const insertRunsOfSet = statement({
  name: 'autopay_run.insert_set',
  takes: { organizationId: 'AutopayRun.organizationId', runs: 'jsonb', today: 'date', leaseMs: 'float8' },
  gives: derived({ id: 'text', lease: 'text', rowVersion: 'text' }),
  text: ({ p, scope }) => {
    const run = inserted('AutopayRun', {
      id: sql('given.id'),
      organizationId: sql('s.organization_id'),
      scheduleId: sql('s.id'),
      accountId: sql('s.account_id'),
      dueOn: sql('given."dueOn"'),
      status: sql(`'charging'`),
      amountCents: sql('given."amountCents"'),
      nextTryOn: p.today,
      failureCode: LEFT_OUT,
      leaseUntil: sql(`statement_timestamp() + make_interval(secs => ${p.leaseMs}::float8 / 1000)`),
      ...leftOut('effectiveDate', 'referenceNumber', 'postingExternalId', 'postedAt', 'refundedAt', 'createdAt'),
      ...leftOut('settledAt', 'eventSequence', 'possibleDuplicateOf', 'releasedAt', 'releasedOn', 'approvalSeenAt'),
    });
    const attempt = inserted('AutopayAttempt', {
      id: sql('given."attemptId"'),
      organizationId: p.organizationId,
      runId: sql('given.id'),
      number: sql('1'),
      paymentMethodId: sql('given."paymentMethodId"'),
      amountCents: sql('given."amountCents"'),
      status: sql(`'charging'`),
      ...leftOut('failureCode', 'chargeExternalId'),
      createdAt: sql('clock_timestamp()'),
      ...leftOut('settledAt', 'standingReadAt'),
    });
    return `
    with given as materialized (
      select g.* from jsonb_to_recordset(${p.runs}::jsonb) as g (id text, "attemptId" text, "scheduleId" text, "loanId" text,
        "paymentMethodId" text, "amountCents" bigint, "dueOn" date, "nextDueOn" date)
    ), made as (
      insert into ${run.into} select ${run.values}
        from given join autopay_schedule s on s.organization_id = ${p.organizationId} and s.id = given."scheduleId"
       where ${scope('s.organization_id')}
      on conflict (organization_id, schedule_id, due_on) do nothing
      returning id, lease_until
    ), attempted as (
      insert into ${attempt.into} select ${attempt.values} from given join made on made.id = given.id
    ), advanced as (
      update autopay_schedule s set next_run_date = given."nextDueOn" from given
       where s.organization_id = ${p.organizationId} and s.id = given."scheduleId" and ${scope('s.organization_id')}
    ), renewed as (
      update ledger_loan loan set status = loan.status from given
       where loan.organization_id = ${p.organizationId} and loan.id = given."loanId" and ${scope('loan.organization_id')}
    )
    select made.id, made.lease_until::text as lease, pg_current_xact_id()::xid::text as "rowVersion" from made`;
  },
});

/** One charge that was made, in the JSON of `settleChargesOfSet`. */
export interface ChargeToSettle {
  readonly id: string;
  readonly attemptId: string;
  readonly scheduleId: string;
  readonly lease: string;
  readonly chargeExternalId: string;
  readonly amountCents: number;
}

/**
 * Stores charges that were made under leases, as a statement of its own. Left out, and not returned: runs whose
 * schedule another transaction has locked, and those that another process continues.
 */
export const settleChargesOfSet = statement({
  name: 'autopay_run.settle_set',
  takes: { organizationId: 'AutopayRun.organizationId', charges: 'jsonb' },
  gives: derived({ id: 'text' }),
  text: ({ p, scope }) => `
    with given as materialized (
      select g.* from jsonb_to_recordset(${p.charges}::jsonb) as g (id text, "attemptId" text, "scheduleId" text, lease text,
        "chargeExternalId" text, "amountCents" bigint)
    ), held as materialized (
      select r.id from given
        join autopay_schedule s on s.id = given."scheduleId"
        join autopay_run r on r.organization_id = s.organization_id and r.id = given.id
       where s.organization_id = ${p.organizationId} and r.organization_id = ${p.organizationId} and ${scope('r.organization_id')} and r.status = 'charging' and r.lease_until = given.lease::timestamptz
         for update of s, r skip locked
    ), moved as (
      update autopay_run r set status = 'charged', failure_code = null, next_try_on = null, lease_until = null,
        settled_at = null, amount_cents = given."amountCents"
        from given join held on held.id = given.id
       where r.organization_id = ${p.organizationId} and r.id = given.id
      returning r.id
    ), settled as (
      update autopay_attempt t set status = 'charged', failure_code = null, charge_external_id = given."chargeExternalId",
        settled_at = statement_timestamp()
        from given join held on held.id = given.id
       where t.organization_id = ${p.organizationId} and t.id = given."attemptId" and t.status = 'charging'
    )
    select moved.id from moved`,
});
