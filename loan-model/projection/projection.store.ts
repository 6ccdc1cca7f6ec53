import { columns, typesOf } from '../../core/db/columns.js';
import { inserted, LEFT_OUT, leftOut, sql } from '../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../core/db/statement.js';
import {
  type AccountAfterSql,
  accountFields,
  insertSnapshotSql,
  isNotOlder,
  lastSnapshot,
  SNAPSHOT_DIFFERS,
  STATUS_EVENTS,
  standingFigures,
} from './account-after-sql.js';
import { COLUMNS_OF_TRANSACTION, insertTransactionsSql } from './transactions-of-json-sql.js';

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

function valuesOf(p: AccountAfter['p']): AccountAfterSql {
  return {
    balanceCents: `${p.balanceCents}::bigint`,
    statusCode: `${p.statusCode}::account_status`,
    version: `${p.version}::bigint`,
    asOf: `${p.asOf}::date`,
    pastDueCents: `${p.pastDueCents}::bigint`,
    oldestUnpaidOn: `${p.oldestUnpaidOn}::date`,
    oldestUnpaidCents: `${p.oldestUnpaidCents}::bigint`,
    nextDueOn: `${p.nextDueOn}::date`,
    nextDueCents: `${p.nextDueCents}::bigint`,
    hasMilestones: `${p.hasMilestones}::boolean`,
    originatedOn: `${p.originatedOn}::date`,
    chargedOffOn: `${p.chargedOffOn}::date`,
    paidOffOn: `${p.paidOffOn}::date`,
  };
}

/** The update of an account's fields. */
function updateAccountSql({ p, scope }: AccountAfter, condition: string): string {
  const after = valuesOf(p);
  return `update account set ${accountFields(after)}
      where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('account.organization_id')}
        and ${isNotOlder(after)} and ${condition}`;
}

/** The parts that write the day's past-due snapshot if it differs from the last one, for the row of the part `of`. */
function snapshotParts({ p }: Pick<AccountAfter, 'p'>, of: string): string {
  const after = valuesOf(p);
  const account = { organizationId: sql(`${p.organizationId}::text`), accountId: sql(`${p.accountId}::text`) };
  const owner = { ...account, asOf: sql(after.asOf) };
  return `
    standing as (
      select ${standingFigures(after)}
    ), last as (${lastSnapshot({ organizationId: p.organizationId, accountId: p.accountId, asOf: after.asOf })}
    ), snapped as (${insertSnapshotSql(
      owner,
      `${of} cross join standing left join last on true where ${after.asOf} is not null and ${SNAPSHOT_DIFFERS}`,
    )}
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
  const transactions = insertTransactionsSql(
    {
      organizationId: sql('changed.organization_id'),
      accountId: sql('changed.id'),
      externalId: sql(externalId),
      createdAt: p.recordedAt,
    },
    `changed, jsonb_to_recordset(${p.transactions}::jsonb) as incoming (${COLUMNS_OF_TRANSACTION})`,
  );
  return `
    changed as (
      select id, organization_id, status_code from account
      where id = ${p.accountId} and organization_id = ${p.organizationId} and ${scope('account.organization_id')}
        and ${condition}
    ), stands as (
      ${updateAccountSql({ p, scope }, condition)}
      returning id, organization_id, status_code, event_sequence
    ), moved_events as (${STATUS_EVENTS}
    ), recorded as (
      ${transactions}
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
