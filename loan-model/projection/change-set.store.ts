import { columns } from '../../core/db/columns.js';
import { sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
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

/* The statements of `projection.store.ts` and its neighbours for many accounts of one organization at once. */

const CHANGED = columns('Account', 'changed', ['id']);
const OWNER = { organizationId: 'Account.organizationId' } as const;

const INCOMING: AccountAfterSql = {
  balanceCents: 'incoming."balanceCents"',
  statusCode: 'incoming."statusCode"',
  version: 'incoming.version',
  asOf: 'incoming."asOf"',
  pastDueCents: 'incoming."pastDueCents"',
  oldestUnpaidOn: 'incoming."oldestUnpaidOn"',
  oldestUnpaidCents: 'incoming."oldestUnpaidCents"',
  nextDueOn: 'incoming."nextDueOn"',
  nextDueCents: 'incoming."nextDueCents"',
  hasMilestones: 'incoming."hasMilestones"',
  originatedOn: 'incoming."originatedOn"',
  chargedOffOn: 'incoming."chargedOffOn"',
  paidOffOn: 'incoming."paidOffOn"',
};

/**
 * Writes the fields of accounts, the events of their status changes, and past-due snapshots that differ from the last
 * one. `changes` is JSON.
 */
export const writeAccountSet = statement({
  name: 'projection.write_account_set',
  takes: { ...OWNER, changes: 'json' },
  gives: CHANGED,
  text: ({ p, scope }) => {
    const snapshot = insertSnapshotSql(
      {
        organizationId: sql(`${p.organizationId}::text`),
        accountId: sql('standing.account_id'),
        asOf: sql('standing.as_of'),
      },
      `standing left join lateral (${lastSnapshot({ organizationId: p.organizationId, accountId: 'standing.account_id', asOf: 'standing.as_of' })}
        ) last on true where ${SNAPSHOT_DIFFERS}`,
    );
    return `
    with incoming as materialized (
      select * from json_to_recordset(${p.changes}::json) as given ("accountId" text, "balanceCents" bigint,
        "statusCode" account_status, version bigint, "asOf" date, "pastDueCents" bigint, "oldestUnpaidOn" date,
        "oldestUnpaidCents" bigint, "nextDueOn" date, "nextDueCents" bigint, "hasMilestones" boolean,
        "originatedOn" date, "chargedOffOn" date, "paidOffOn" date)
    ), changed as materialized (
      select a.id, a.status_code from account a join incoming on incoming."accountId" = a.id
       where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
    ), stands as (
      update account set ${accountFields(INCOMING)} from incoming
       where account.id = incoming."accountId" and account.organization_id = ${p.organizationId}
         and ${scope('account.organization_id')} and ${isNotOlder(INCOMING)}
      returning account.id, account.organization_id, account.status_code, account.event_sequence
    ), moved_events as (${STATUS_EVENTS}
    ), standing as (
      select changed.id as account_id, incoming."asOf" as as_of, ${standingFigures(INCOMING)}
        from changed join incoming on incoming."accountId" = changed.id where incoming."asOf" is not null
    ), snapped as (${snapshot}
    )
    select ${CHANGED} from changed`;
  },
});

/** `transactions` is JSON: normalized transactions, each with its account and a fresh id. */
export const writeTransactionSet = statement({
  name: 'projection.write_transaction_set',
  takes: { ...OWNER, transactions: 'json', recordedAt: 'Transaction.createdAt' },
  text: ({ p, scope }) =>
    insertTransactionsSql(
      { organizationId: sql('o.id'), accountId: sql('incoming."accountId"'), createdAt: p.recordedAt },
      `organization o, json_to_recordset(${p.transactions}::json) as incoming ("accountId" text, ${COLUMNS_OF_TRANSACTION})
        where o.id = ${p.organizationId} and ${scope('o.id')}`,
    ),
});

/**
 * `pairs` is JSON: {accountId, externalId, originalExternalId}; as `reverseTransactions`, which stays: without statistics
 * a plan for several accounts reads far more rows.
 */
export const reverseTransactionSet = statement({
  name: 'projection.take_back_set',
  takes: { ...OWNER, accountIds: 'Account.id[]', pairs: 'json' },
  text: ({ p, scope }) => `
    with ids as materialized (
      select row.account_id, jsonb_object_agg(row.external_id, row.id) as by_external_id from transaction row
       where row.organization_id = ${p.organizationId} and row.account_id = any(${p.accountIds}::text[])
         and row.external_id is not null and ${scope('row.organization_id')}
       group by row.account_id
    ), pair as materialized (
      select ids.by_external_id->>named."externalId" as reversal_id,
        ids.by_external_id->>named."originalExternalId" as original_id
      from json_to_recordset(${p.pairs}::json) as named ("accountId" text, "externalId" text, "originalExternalId" text)
        join ids on ids.account_id = named."accountId"
      where ids.by_external_id ? named."originalExternalId"
    ), taken_back as (
      update transaction set status = 'reversed' from pair
       where transaction.organization_id = ${p.organizationId} and transaction.id = pair.original_id
         and transaction.status is distinct from 'reversed'
    )
    update transaction set original_transaction_id = pair.original_id from pair
     where transaction.organization_id = ${p.organizationId} and transaction.id = pair.reversal_id
       and transaction.original_transaction_id is distinct from pair.original_id`,
});
