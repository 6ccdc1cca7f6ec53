import { columns, typesOf } from '../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, leftOut, overwritten, selectedFrom, sql } from '../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../core/db/statement.js';
import { insertEventSql } from '../../core/events/insert-event-sql.js';
import { SNAPSHOT_FIGURES } from './snapshot-figures.js';
import { ON_REPORTED_AGAIN } from './transaction-reported-again-sql.js';

const ACCOUNT = { organizationId: 'Account.organizationId', accountId: 'Account.id' } as const;
const CHANGED = columns('Account', 'changed', ['id']);

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

/** `transactions` is JSON: normalized transactions, each with a fresh id. */
export const CHANGE = { ...ACCOUNT_AFTER, transactions: 'jsonb' } as const;
export type ChangeParameters = ParametersOf<typeof CHANGE>;

/** The update of an account's fields. */
function updateAccountSql({ p, scope }: AccountAfter, condition: string): string {
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
  return `update account set ${fields}
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
      on conflict (organization_id, account_id, as_of) do update set ${overwritten('PastDueSnapshot', SNAPSHOT_FIGURES)}
    )`;
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
  const moved = insertEventSql(
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
    'stands join changed on stands.status_code <> changed.status_code',
  );
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
  return `
    changed as (
      select id, organization_id, status_code from account
      where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('account.organization_id')}
        and ${condition}
    ), stands as (
      ${updateAccountSql({ p, scope }, condition)}
      returning id, organization_id, status_code, event_sequence
    ), moved_events as (${moved}
    ), recorded as (
      insert into ${transaction.into} select ${transaction.values}
      from changed, jsonb_to_recordset(${p.transactions}::jsonb) as incoming (id text, "externalId" text, type text,
        "amountCents" bigint, "effectiveAt" date, status text, "paymentMethod" text, reason text,
        "receivedOn" date, "principalCents" bigint, "interestCents" bigint, "feesCents" bigint, "endingBalanceCents" bigint)
      ${ON_REPORTED_AGAIN}
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
