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
