import { columns } from '../../core/db/columns.js';
import { assigned, inserted, LEFT_OUT, leftOut, overwritten, selectedFrom, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { insertEventSql } from '../../core/events/insert-event-sql.js';
import { SNAPSHOT_FIGURES } from './snapshot-figures.js';
import { ON_REPORTED_AGAIN } from './transaction-reported-again-sql.js';

/* The statements of `projection.store.ts` and its neighbours for many accounts of one organization at once. */

const CHANGED = columns('Account', 'changed', ['id']);
const OWNER = { organizationId: 'Account.organizationId' } as const;

/**
 * Writes the fields of accounts, the events of their status changes, and past-due snapshots that differ from the last
 * one. `changes` is JSON.
 */
export const writeAccountSet = statement({
  name: 'projection.write_account_set',
  takes: { ...OWNER, changes: 'json' },
  gives: CHANGED,
  text: ({ p, scope }) => {
    const fields = assigned('Account', {
      currentBalanceCents: sql('incoming."balanceCents"'),
      statusCode: sql('incoming."statusCode"::account_status'),
      loanSystemVersion: sql('coalesce(incoming.version, loan_system_version)'),
      originatedOn: sql('coalesce(incoming."originatedOn", originated_on)'),
      chargedOffOn: sql('case when incoming."hasMilestones" then incoming."chargedOffOn" else charged_off_on end'),
      paidOffOn: sql('case when incoming."hasMilestones" then incoming."paidOffOn" else paid_off_on end'),
      nextDueSortOn: sql(`case when incoming."asOf" is null then next_due_sort_on
        else coalesce(incoming."nextDueOn", 'infinity') end`),
      eventSequence: sql(
        'event_sequence + case when status_code <> incoming."statusCode"::account_status then 1 else 0 end',
      ),
    });
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
      'stands join changed on changed.id = stands.id and stands.status_code <> changed.status_code',
    );
    const snapshot = inserted('PastDueSnapshot', {
      organizationId: p.organizationId,
      accountId: sql('standing.account_id'),
      ...selectedFrom('PastDueSnapshot', 'standing', ['asOf', 'statusCode', 'balanceCents', 'pastDueCents']),
      ...selectedFrom('PastDueSnapshot', 'standing', ['oldestUnpaidOn', 'oldestUnpaidCents', 'nextDueOn']),
      ...selectedFrom('PastDueSnapshot', 'standing', ['nextDueCents']),
    });
    return `
    with incoming as materialized (
      select * from json_to_recordset(${p.changes}::json) as given ("accountId" text, "balanceCents" bigint,
        "statusCode" text, version bigint, "asOf" date, "pastDueCents" bigint, "oldestUnpaidOn" date,
        "oldestUnpaidCents" bigint, "nextDueOn" date, "nextDueCents" bigint, "hasMilestones" boolean,
        "originatedOn" date, "chargedOffOn" date, "paidOffOn" date)
    ), changed as materialized (
      select a.id, a.status_code from account a join incoming on incoming."accountId" = a.id
       where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
    ), stands as (
      update account set ${fields} from incoming
       where account.id = incoming."accountId" and account.organization_id = ${p.organizationId}
         and ${scope('account.organization_id')} and coalesce(incoming.version >= loan_system_version, true)
      returning account.id, account.organization_id, account.status_code, account.event_sequence
    ), moved_events as (${moved}
    ), standing as (
      select changed.id as account_id, i."asOf" as as_of, i."statusCode"::account_status as status_code,
        i."balanceCents" as balance_cents, i."pastDueCents" as past_due_cents, i."oldestUnpaidOn" as oldest_unpaid_on,
        i."oldestUnpaidCents" as oldest_unpaid_cents, i."nextDueOn" as next_due_on, i."nextDueCents" as next_due_cents
        from changed join incoming i on i."accountId" = changed.id where i."asOf" is not null
    ), snapped as (
      insert into ${snapshot.into} select ${snapshot.values}
      from standing left join lateral (
        select s.status_code, s.balance_cents, s.past_due_cents, s.oldest_unpaid_on, s.oldest_unpaid_cents,
          s.next_due_on, s.next_due_cents
          from past_due_snapshot s
         where s.organization_id = ${p.organizationId} and s.account_id = standing.account_id
           and s.as_of <= standing.as_of
         order by s.as_of desc limit 1) last on true
     where (standing.status_code, standing.balance_cents, standing.past_due_cents, standing.oldest_unpaid_on,
        standing.oldest_unpaid_cents, standing.next_due_on, standing.next_due_cents) is distinct from (last.status_code,
        last.balance_cents, last.past_due_cents, last.oldest_unpaid_on, last.oldest_unpaid_cents, last.next_due_on,
        last.next_due_cents)
      on conflict (organization_id, account_id, as_of) do update set ${overwritten('PastDueSnapshot', SNAPSHOT_FIGURES)}
    )
    select ${CHANGED} from changed`;
  },
});

/** `transactions` is JSON: normalized transactions, each with its account and a fresh id. */
export const writeTransactionSet = statement({
  name: 'projection.write_transaction_set',
  takes: { ...OWNER, transactions: 'json', recordedAt: 'Transaction.createdAt' },
  text: ({ p, scope }) => {
    const transaction = inserted('Transaction', {
      id: sql('incoming.id'),
      organizationId: sql('o.id'),
      accountId: sql('incoming."accountId"'),
      type: sql('incoming.type'),
      amountCents: sql('incoming."amountCents"'),
      effectiveAt: sql('incoming."effectiveAt"'),
      sortOn: sql(`coalesce(incoming."effectiveAt", '-infinity'::date)`),
      status: sql('incoming.status'),
      externalId: sql('incoming."externalId"'),
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
    insert into ${transaction.into} select ${transaction.values}
      from organization o, json_to_recordset(${p.transactions}::json) as incoming ("accountId" text, id text,
        "externalId" text, type text, "amountCents" bigint, "effectiveAt" date, status text, "paymentMethod" text,
        reason text, "receivedOn" date, "principalCents" bigint, "interestCents" bigint, "feesCents" bigint,
        "endingBalanceCents" bigint)
     where o.id = ${p.organizationId} and ${scope('o.id')}
      ${ON_REPORTED_AGAIN}`;
  },
});

/** `pairs` is JSON: {accountId, externalId, originalExternalId}; as `reverseTransactions`. */
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

/** `events` is JSON: normalized lifecycle events, each with its account and a fresh id. */
export const recordEventSet = statement({
  name: 'projection.record_event_set',
  takes: { ...OWNER, events: 'json' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LifecycleEvent', {
      id: sql('event.id'),
      organizationId: sql('o.id'),
      accountId: sql('event."accountId"'),
      type: sql('event.type::lifecycle_event_type'),
      fromStatus: sql('event."fromStatus"::account_status'),
      toStatus: sql('event."toStatus"::account_status'),
      occurredAt: sql('event."occurredAt"'),
    });
    return `
    insert into ${into} select ${values}
      from organization o, json_to_recordset(${p.events}::json) as event ("accountId" text, id text, type text,
        "fromStatus" text, "toStatus" text, "occurredAt" timestamptz)
     where o.id = ${p.organizationId} and ${scope('o.id')} and not exists (
        select 1 from lifecycle_event known
         where known.organization_id = o.id and known.account_id = event."accountId"
           and known.occurred_at = event."occurredAt" and known.type = event.type::lifecycle_event_type)`;
  },
});
