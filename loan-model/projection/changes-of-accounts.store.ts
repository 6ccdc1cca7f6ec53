import { columns } from '../../core/db/columns.js';
import { inserted, overwritten, selectedFrom, sql } from '../../core/db/insert-sql.js';
import { type ParametersOf, statement } from '../../core/db/statement.js';
import {
  insertLifecycleEventsSql,
  insertStatusEventsSql,
  insertTransactionsSql,
  STANDING,
  updateAccountSql,
} from './projection.store.js';

const CHANGED = columns('Account', 'changed', ['id']);

/** Lists as JSON: a change of each account, and their transactions and lifecycle events, each with a fresh id. */
const CHANGES = {
  organizationId: 'Account.organizationId',
  changes: 'jsonb',
  transactions: 'jsonb',
  events: 'jsonb',
  recordedAt: 'Transaction.createdAt',
} as const;
export type ChangesParameters = ParametersOf<typeof CHANGES>;

/** The columns of one of `changes`, and of its snapshot. */
const INCOMING = `"accountId" text, "balanceCents" bigint, "statusCode" account_status, "asOf" date, "pastDueCents" bigint,
        "oldestUnpaidOn" date, "oldestUnpaidCents" bigint, "nextDueOn" date, "nextDueCents" bigint,
        "hasMilestones" boolean, "originatedOn" date, "chargedOffOn" date, "paidOffOn" date`;
const SNAPSHOT = `incoming."accountId" as account_id, incoming."asOf" as as_of, incoming."statusCode" as status_code,
        incoming."balanceCents" as balance_cents, incoming."pastDueCents" as past_due_cents,
        incoming."oldestUnpaidOn" as oldest_unpaid_on, incoming."oldestUnpaidCents" as oldest_unpaid_cents,
        incoming."nextDueOn" as next_due_on, incoming."nextDueCents" as next_due_cents`;
const given = (field: string) => sql(`incoming."${field}"`);

/**
 * Writes what `projection.write_change` and `projection.record_events` write, for one change of each of several
 * accounts.
 */
export const writeChanges = statement({
  name: 'projection.write_changes',
  takes: CHANGES,
  gives: CHANGED,
  text: ({ p, scope }) => {
    const account = updateAccountSql(
      {
        p: {
          ...{ organizationId: p.organizationId, accountId: given('accountId'), version: sql('null') },
          ...{ balanceCents: given('balanceCents'), statusCode: given('statusCode'), asOf: given('asOf') },
          ...{ pastDueCents: given('pastDueCents'), oldestUnpaidOn: given('oldestUnpaidOn') },
          ...{ oldestUnpaidCents: given('oldestUnpaidCents'), nextDueOn: given('nextDueOn') },
          ...{ nextDueCents: given('nextDueCents'), hasMilestones: given('hasMilestones') },
          ...{ originatedOn: given('originatedOn'), chargedOffOn: given('chargedOffOn') },
          ...{ paidOffOn: given('paidOffOn'), recordedAt: p.recordedAt },
        },
        scope,
      },
      'true',
      'incoming',
    );
    const snapshot = inserted('PastDueSnapshot', {
      organizationId: sql('changed.organization_id'),
      ...selectedFrom('PastDueSnapshot', 'standing', ['accountId', 'asOf', ...STANDING]),
    });
    const values = (of: string) => Object.values(selectedFrom('PastDueSnapshot', of, STANDING)).join(', ');
    const ofOrganization = `account.organization_id = ${p.organizationId} and ${scope('account.organization_id')}`;
    return `
    with incoming as materialized (
      select incoming.* from jsonb_to_recordset(${p.changes}::jsonb) as incoming (${INCOMING})
    ), changed as materialized (
      select account.id, account.organization_id, account.status_code
      from incoming join account on account.id = incoming."accountId" and ${ofOrganization}
    ), stands as (
      ${account}
      returning account.id, account.organization_id, account.status_code, account.event_sequence
    ), moved_events as (${insertStatusEventsSql()}
    ), recorded as (
      ${insertTransactionsSql(p, 'incoming."externalId"', 'changed.id = incoming."accountId"')}
    ), happened as (
      ${insertLifecycleEventsSql(p.events, `account.id = event."accountId" and ${ofOrganization}`)}
    ), standing as (
      select ${SNAPSHOT} from incoming where incoming."asOf" is not null
    ), last as (
      select standing.account_id, before.* from standing cross join lateral (
        select ${values('s')} from past_due_snapshot s
         where s.organization_id = ${p.organizationId} and s.account_id = standing.account_id and s.as_of <= standing.as_of
         order by s.as_of desc limit 1) before
    ), snapped as (
      insert into ${snapshot.into} select ${snapshot.values}
      from changed join standing on standing.account_id = changed.id left join last on last.account_id = changed.id
      where (${values('standing')}) is distinct from (${values('last')})
      on conflict (organization_id, account_id, as_of) do update set ${overwritten('PastDueSnapshot', STANDING)}
    )
    select ${CHANGED} from changed`;
  },
});
