import { columns, derived, typesOf } from '../../core/db/columns.js';
import {
  assigned,
  inserted,
  LEFT_OUT,
  leftOut,
  overwritten,
  type Sql,
  selectedFrom,
  sql,
} from '../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../core/db/statement.js';
import { insertEventSql } from '../../core/events/insert-event-sql.js';
import { finalPayment } from './final-payment-sql.js';

const ACCOUNT = { organizationId: 'Account.organizationId', accountId: 'Account.id' } as const;
const CHANGED = columns('Account', 'changed', ['id']);

/** What a snapshot records of a day. */
export const STANDING = [
  'statusCode',
  'balanceCents',
  'pastDueCents',
  'oldestUnpaidOn',
  'oldestUnpaidCents',
  'nextDueOn',
  'nextDueCents',
] as const;

/**
 * Columns that are overwritten when a transaction is reported again. For all other columns the existing row may be more
 * complete.
 */
const OVERWRITTEN = [
  'type',
  'amountCents',
  'effectiveAt',
  'sortOn',
  'principalCents',
  'interestCents',
  'feesCents',
  'endingBalanceCents',
] as const;

/** `hasMilestones`: whether the dates of charge-off and payoff are known; if not, the account keeps its own. */
const ACCOUNT_AFTER = {
  ...ACCOUNT,
  balanceCents: 'Account.currentBalanceCents',
  statusCode: 'Account.statusCode',
  version: 'Account.loanSystemVersion',
  asOf: 'date?',
  pastDueCents: 'int8?',
  ...typesOf('PastDueSnapshot', ['oldestUnpaidOn', 'oldestUnpaidCents', 'nextDueOn', 'nextDueCents']),
  hasMilestones: 'bool',
  ...typesOf('Account', ['originatedOn', 'chargedOffOn', 'paidOffOn']),
  recordedAt: 'Transaction.createdAt',
} as const;
type AccountAfter = Pick<StatementTools<ParametersOf<typeof ACCOUNT_AFTER>>, 'p' | 'scope'>;
/** The same values as parameters, or as SQL of a part of the statement. */
type AccountAfterSql = Pick<AccountAfter, 'scope'> & {
  readonly p: { readonly [F in keyof AccountAfter['p']]: AccountAfter['p'][F] | Sql };
};

/** `transactions` is JSON: normalized transactions, each with a fresh id. */
export const CHANGE = { ...ACCOUNT_AFTER, transactions: 'jsonb' } as const;
export type ChangeParameters = ParametersOf<typeof CHANGE>;

/**
 * The update of accounts' fields.
 *
 * @param from - the part that has the values, if they are not parameters
 */
export function updateAccountSql({ p, scope }: AccountAfterSql, condition: string, from?: string): string {
  const fields = assigned('Account', {
    currentBalanceCents: p.balanceCents,
    statusCode: p.statusCode,
    loanSystemVersion: sql(`coalesce(${p.version}::bigint, loan_system_version)`),
    originatedOn: sql(`coalesce(${p.originatedOn}::date, originated_on)`),
    chargedOffOn: sql(`case when ${p.hasMilestones}::boolean then ${p.chargedOffOn}::date else charged_off_on end`),
    paidOffOn: sql(`case when ${p.hasMilestones}::boolean then ${p.paidOffOn}::date else paid_off_on end`),
    nextDueSortOn: sql(`case when ${p.asOf}::date is null then next_due_sort_on
        else coalesce(${p.nextDueOn}::date, 'infinity') end`),
    eventSequence: sql(`event_sequence + case when status_code <> ${p.statusCode}::account_status then 1 else 0 end`),
  });
  return `update account set ${fields}${from === undefined ? '' : ` from ${from}`}
      where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('account.organization_id')}
        and coalesce(${p.version}::bigint >= loan_system_version, true) and ${condition}`;
}

/** The parts that write the day's past-due snapshot if it differs from the last one, for the row of the part `of`. */
function snapshotParts({ p }: Pick<AccountAfter, 'p'>, of: string): string {
  const snapshot = inserted('PastDueSnapshot', {
    organizationId: p.organizationId,
    accountId: p.accountId,
    asOf: sql(`${p.asOf}::date`),
    ...selectedFrom('PastDueSnapshot', 'standing', ['statusCode', 'balanceCents', 'pastDueCents', 'oldestUnpaidOn']),
    ...selectedFrom('PastDueSnapshot', 'standing', ['oldestUnpaidCents', 'nextDueOn', 'nextDueCents']),
  });
  return `
    standing as (
      select ${p.statusCode}::account_status as status_code, ${p.balanceCents}::bigint as balance_cents,
        ${p.pastDueCents}::bigint as past_due_cents, ${p.oldestUnpaidOn}::date as oldest_unpaid_on,
        ${p.oldestUnpaidCents}::bigint as oldest_unpaid_cents,
        ${p.nextDueOn}::date as next_due_on, ${p.nextDueCents}::bigint as next_due_cents
    ), last as (
      select s.status_code, s.balance_cents, s.past_due_cents, s.oldest_unpaid_on, s.oldest_unpaid_cents, s.next_due_on, s.next_due_cents
        from past_due_snapshot s
       where s.organization_id = ${p.organizationId} and s.account_id = ${p.accountId} and s.as_of <= ${p.asOf}::date
       order by s.as_of desc limit 1
    ), snapped as (
      insert into ${snapshot.into} select ${snapshot.values}
      from ${of} cross join standing left join last on true
      where ${p.asOf}::date is not null
        and (standing.status_code, standing.balance_cents, standing.past_due_cents, standing.oldest_unpaid_on,
          standing.oldest_unpaid_cents, standing.next_due_on, standing.next_due_cents) is distinct from (last.status_code, last.balance_cents,
          last.past_due_cents, last.oldest_unpaid_on, last.oldest_unpaid_cents, last.next_due_on, last.next_due_cents)
      on conflict (organization_id, account_id, as_of) do update set ${overwritten('PastDueSnapshot', STANDING)}
    )`;
}

/** The events of accounts whose status changes: from the part `stands`, after the change, and `changed`, before it. */
export function insertStatusEventsSql(): string {
  return insertEventSql(
    {
      type: 'account.status_changed',
      object: 'account',
      objectId: sql('stands.id'),
      organizationId: sql('stands.organization_id'),
      accountId: sql('stands.id'),
      sequence: sql('stands.event_sequence'),
      status: sql('stands.status_code'),
      previousStatus: sql('changed.status_code'),
      actor: sql(`'projection'`),
    },
    'stands join changed on changed.id = stands.id and stands.status_code <> changed.status_code',
  );
}

/**
 * The insert of transactions for the accounts of the part `changed`.
 *
 * @param ofAccount - the condition that a transaction is of that account, where there are several
 */
export function insertTransactionsSql(
  p: Pick<StatementTools<ChangeParameters>['p'], 'transactions' | 'recordedAt'>,
  externalId: string,
  ofAccount = 'true',
): string {
  const transaction = inserted('Transaction', {
    id: sql('incoming.id'),
    organizationId: sql('changed.organization_id'),
    accountId: sql('changed.id'),
    type: sql('incoming.type'),
    amountCents: sql('incoming."amountCents"'),
    effectiveAt: sql('incoming."effectiveAt"'),
    sortOn: sql(`coalesce(incoming."effectiveAt", '-infinity'::date)`),
    status: sql('incoming.status'),
    externalId: sql(externalId),
    ...leftOut('originalTransactionId', 'reallocatesTransactionId', 'becauseOfTransactionId'),
    receivedOn: sql('incoming."receivedOn"'),
    paymentMethod: sql('incoming."paymentMethod"'),
    reason: sql('incoming.reason'),
    principalCents: sql('incoming."principalCents"'),
    interestCents: sql('incoming."interestCents"'),
    feesCents: sql('incoming."feesCents"'),
    endingBalanceCents: sql('incoming."endingBalanceCents"'),
    sourceDeletedAt: LEFT_OUT,
    createdAt: p.recordedAt,
  });
  return `insert into ${transaction.into} select ${transaction.values}
      from changed, jsonb_to_recordset(${p.transactions}::jsonb) as incoming (id text, "accountId" text, "externalId" text,
        type text, "amountCents" bigint, "effectiveAt" date, status text, "paymentMethod" text, reason text,
        "receivedOn" date, "principalCents" bigint, "interestCents" bigint, "feesCents" bigint, "endingBalanceCents" bigint)
      where ${ofAccount}
      on conflict (organization_id, account_id, external_id) do update set
        ${overwritten('Transaction', OVERWRITTEN)},
        status = case when transaction.status = 'reversed' then 'reversed' else excluded.status end,
        payment_method = coalesce(excluded.payment_method, transaction.payment_method),
        reason = coalesce(excluded.reason, transaction.reason),
        source_deleted_at = null
        where transaction.source_deleted_at is not null
          or (transaction.type, transaction.amount_cents, transaction.effective_at, transaction.principal_cents,
            transaction.interest_cents, transaction.fees_cents, transaction.ending_balance_cents)
            is distinct from (excluded.type, excluded.amount_cents, excluded.effective_at, excluded.principal_cents,
            excluded.interest_cents, excluded.fees_cents, excluded.ending_balance_cents)
          or (transaction.status is distinct from excluded.status and transaction.status is distinct from 'reversed')
          or transaction.payment_method is distinct from coalesce(excluded.payment_method, transaction.payment_method)
          or transaction.reason is distinct from coalesce(excluded.reason, transaction.reason)`;
}

/** Inputs from earlier parts of the same statement. */
interface Within {
  /** If this condition is false, nothing is written. */
  readonly condition?: string;
  /** SQL for a transaction's external id. */
  readonly externalId?: string;
}

/**
 * The parts of a statement that write the account's fields, its transactions, and, if it differs from the last one, the
 * day's past-due snapshot. `changed` is the account's row.
 */
export function changeParts(
  { p, scope }: Pick<StatementTools<ChangeParameters>, 'p' | 'scope'>,
  { condition = 'true', externalId = 'incoming."externalId"' }: Within = {},
): string {
  return `
    changed as (
      select id, organization_id, status_code from account
      where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('account.organization_id')}
        and ${condition}
    ), stands as (
      ${updateAccountSql({ p, scope }, condition)}
      returning id, organization_id, status_code, event_sequence
    ), moved_events as (${insertStatusEventsSql()}
    ), recorded as (
      ${insertTransactionsSql(p, externalId)}
    ), ${snapshotParts({ p }, 'changed')}`;
}

/** A change of one new transaction without a reason, which leaves the account's status. Its amounts have their types' signs. */
export const NEW_TRANSACTION = {
  ...ACCOUNT_AFTER,
  transactionId: 'Transaction.id',
  transactionType: 'Transaction.type',
  transactionStatus: 'Transaction.status',
  transactionCents: 'Transaction.amountCents',
  effectiveAt: 'Transaction.effectiveAt',
  receivedOn: 'Transaction.receivedOn',
  transactionMethod: 'Transaction.paymentMethod',
  toPrincipalCents: 'Transaction.principalCents',
  toInterestCents: 'Transaction.interestCents',
  toFeesCents: 'Transaction.feesCents',
  endingBalanceCents: 'Transaction.endingBalanceCents',
} as const;
export type NewTransactionParameters = ParametersOf<typeof NEW_TRANSACTION>;

/**
 * The parts of a statement that write the same for a change of one new transaction.
 *
 * @param of - the part whose row must exist; `externalId` is SQL of it.
 */
export function newTransactionParts(
  { p, scope }: Pick<StatementTools<NewTransactionParameters>, 'p' | 'scope'>,
  { of, externalId }: { readonly of: string; readonly externalId: string },
): string {
  const transaction = inserted('Transaction', {
    id: p.transactionId,
    organizationId: p.organizationId,
    accountId: p.accountId,
    type: p.transactionType,
    amountCents: p.transactionCents,
    effectiveAt: p.effectiveAt,
    sortOn: sql(`coalesce(${p.effectiveAt}::date, '-infinity'::date)`),
    status: p.transactionStatus,
    externalId: sql(externalId),
    ...leftOut('originalTransactionId', 'reallocatesTransactionId', 'becauseOfTransactionId'),
    receivedOn: p.receivedOn,
    paymentMethod: p.transactionMethod,
    reason: LEFT_OUT,
    principalCents: p.toPrincipalCents,
    interestCents: p.toInterestCents,
    feesCents: p.toFeesCents,
    endingBalanceCents: p.endingBalanceCents,
    sourceDeletedAt: LEFT_OUT,
    createdAt: p.recordedAt,
  });
  return `
    stands as (
      ${updateAccountSql({ p, scope }, `exists (select from ${of})`)}
    ), recorded as (
      insert into ${transaction.into} select ${transaction.values} from ${of}
    ), ${snapshotParts({ p }, of)}`;
}

export const writeChange = statement({
  name: 'projection.write_change',
  takes: CHANGE,
  gives: CHANGED,
  text: (tools) => `
    with ${changeParts(tools)}
    select ${CHANGED} from changed`,
});

/**
 * Before a payoff is reversed: keeps the payoff that the report of a finished month shows. A payoff of the current
 * month is not kept, because its report is not final yet.
 */
export const recordReportedPayoff = statement({
  name: 'projection.keep_payoff',
  takes: { ...ACCOUNT, today: 'date' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('ReportedPayoff', {
      organizationId: sql('a.organization_id'),
      accountId: sql('a.id'),
      paidOffOn: sql('a.paid_off_on'),
      finalPaymentCents: sql('final.amount_cents'),
      payoffCents: sql('final.payoff_cents'),
    });
    return `
    insert into ${into} select ${values} from account a ${finalPayment()}
     where a.organization_id = ${p.organizationId} and a.id = ${p.accountId} and ${scope('a.organization_id')}
       and a.paid_off_on < date_trunc('month', ${p.today}::date)
    on conflict do nothing`;
  },
});

/**
 * Records that a loan was charged off or paid off by the evening of a past day, in the snapshot of that day and in
 * later ones that still show it open. A later reversal of the closing changes only the days from the reversal on; the
 * state of that evening stays.
 */
export const recordClosing = statement({
  name: 'projection.keep_closing',
  takes: { ...ACCOUNT, closedOn: 'date', asOf: 'date' },
  text: ({ p, scope }) => {
    const snapshot = inserted('PastDueSnapshot', {
      ...selectedFrom('PastDueSnapshot', 'now_stands', ['organizationId', 'accountId']),
      asOf: sql(`${p.closedOn}::date`),
      ...selectedFrom('PastDueSnapshot', 'now_stands', ['statusCode', 'balanceCents', 'pastDueCents']),
      ...selectedFrom('PastDueSnapshot', 'now_stands', ['oldestUnpaidOn', 'oldestUnpaidCents', 'nextDueOn']),
      ...selectedFrom('PastDueSnapshot', 'now_stands', ['nextDueCents']),
    });
    return `
    with now_stands as (
      select s.* from past_due_snapshot s
       where s.organization_id = ${p.organizationId} and s.account_id = ${p.accountId} and s.as_of <= ${p.asOf}::date
         and ${scope('s.organization_id')}
       order by s.as_of desc limit 1
    ), between as (
      update past_due_snapshot b set status_code = now_stands.status_code from now_stands
       where b.organization_id = ${p.organizationId} and b.account_id = ${p.accountId} and ${scope('b.organization_id')}
         and b.as_of > ${p.closedOn}::date and b.as_of < ${p.asOf}::date and b.status_code in ('active', 'delinquent')
    )
    insert into ${snapshot.into} select ${snapshot.values} from now_stands
    on conflict (organization_id, account_id, as_of) do update set ${overwritten('PastDueSnapshot', STANDING)}`;
  },
});

/**
 * The closing of an account that is reopened after this, if no snapshot of its day records it: an earlier version did
 * not record closings, and a loan system may report one days later. Returns no row if it is recorded. A loan that was
 * already closed when it was imported was never open in Tributary.
 */
export const closingToRecord = statement({
  name: 'projection.closing_to_keep',
  takes: ACCOUNT,
  gives: derived({ closedOn: 'date', asOf: 'date' }),
  text: ({ p, scope }) => `
    select coalesce(a.charged_off_on, a.paid_off_on) as "closedOn", closing.as_of as "asOf" from account a
      cross join lateral (
        select s.as_of from past_due_snapshot s
         where s.organization_id = a.organization_id and s.account_id = a.id
           and s.as_of >= coalesce(a.charged_off_on, a.paid_off_on) and s.status_code not in ('pending', 'active', 'delinquent')
         order by s.as_of limit 1) closing
     where a.organization_id = ${p.organizationId} and a.id = ${p.accountId} and ${scope('a.organization_id')}
       and closing.as_of > coalesce(a.charged_off_on, a.paid_off_on)
       and exists (select from past_due_snapshot s
                    where s.organization_id = a.organization_id and s.account_id = a.id
                      and s.as_of <= coalesce(a.charged_off_on, a.paid_off_on))`,
});

/**
 * The ids of an account's transactions by their external ids, read in one scan. If they were looked up one by one, a
 * planner without statistics would use the account's index by day for each lookup and read all of the account's rows
 * every time.
 */
function idsOf(p: { readonly organizationId: string; readonly accountId: string }): string {
  return `
      select jsonb_object_agg(row.external_id, row.id) as by_external_id from transaction row
      where row.organization_id = ${p.organizationId} and row.account_id = ${p.accountId} and row.external_id is not null`;
}

/**
 * Links reversals to the transactions that they reverse, which become `reversed`. `pairs` is JSON: {externalId,
 * originalExternalId}; without an external id the original becomes `reversed` without a link.
 */
export const reverseTransactions = statement({
  name: 'projection.take_back',
  takes: { ...ACCOUNT, pairs: 'jsonb' },
  text: ({ p, scope }) => `
    with ids as materialized (${idsOf(p)} and ${scope('row.organization_id')}
    ), pair as materialized (
      select ids.by_external_id->>named."externalId" as reversal_id, ids.by_external_id->>named."originalExternalId" as original_id
      from ids, jsonb_to_recordset(${p.pairs}::jsonb) as named ("externalId" text, "originalExternalId" text)
      where ids.by_external_id ? named."originalExternalId"
    ), taken_back as (
      update transaction set status = 'reversed' from pair
       where transaction.organization_id = ${p.organizationId} and transaction.id = pair.original_id and transaction.status is distinct from 'reversed'
    )
    update transaction set original_transaction_id = pair.original_id from pair
     where transaction.organization_id = ${p.organizationId} and transaction.id = pair.reversal_id
       and transaction.original_transaction_id is distinct from pair.original_id`,
});

/**
 * Links consequences of a reversal to it, and reallocations to the payments whose allocations they move. `links` is
 * JSON: {externalId, becauseOfExternalId, reallocatesExternalId}.
 */
export const linkConsequences = statement({
  name: 'projection.tie_consequences',
  takes: { ...ACCOUNT, links: 'jsonb' },
  text: ({ p, scope }) => `
    with ids as materialized (${idsOf(p)} and ${scope('row.organization_id')}
    ), link as materialized (
      select ids.by_external_id->>named."externalId" as consequence_id,
        ids.by_external_id->>named."becauseOfExternalId" as cause_id, ids.by_external_id->>named."reallocatesExternalId" as moved_id
      from ids, jsonb_to_recordset(${p.links}::jsonb) as named ("externalId" text, "becauseOfExternalId" text,
        "reallocatesExternalId" text)
      where ids.by_external_id ? named."becauseOfExternalId"
    )
    update transaction set because_of_transaction_id = link.cause_id, reallocates_transaction_id = link.moved_id from link
     where transaction.organization_id = ${p.organizationId} and transaction.id = link.consequence_id
       and (transaction.because_of_transaction_id, transaction.reallocates_transaction_id)
         is distinct from (link.cause_id, link.moved_id)`,
});

/** The insert of lifecycle events that are new, for rows of `account` and of `event`, one of `events`. */
export function insertLifecycleEventsSql(events: string, condition: string): string {
  const { into, values } = inserted('LifecycleEvent', {
    id: sql('event.id'),
    organizationId: sql('account.organization_id'),
    accountId: sql('account.id'),
    type: sql('event.type::lifecycle_event_type'),
    fromStatus: sql('event."fromStatus"::account_status'),
    toStatus: sql('event."toStatus"::account_status'),
    occurredAt: sql('event."occurredAt"'),
  });
  return `
    insert into ${into} select ${values}
    from account, jsonb_to_recordset(${events}::jsonb) as event (id text, "accountId" text, type text, "fromStatus" text,
      "toStatus" text, "occurredAt" timestamptz)
    where ${condition} and not exists (
        select 1 from lifecycle_event known
        where known.organization_id = account.organization_id and known.account_id = account.id
          and known.occurred_at = event."occurredAt" and known.type = event.type::lifecycle_event_type)`;
}

/** Records lifecycle events that are new. `events` is JSON: normalized events, each with a fresh id. */
export const recordEvents = statement({
  name: 'projection.record_events',
  takes: { ...ACCOUNT, events: 'jsonb' },
  text: ({ p, scope }) =>
    insertLifecycleEventsSql(
      p.events,
      `account.id = ${p.accountId} and account.organization_id = ${p.organizationId} and ${scope('account.organization_id')}`,
    ),
});
