import { columns, type RowOf } from '../../../../core/db/columns.js';
import {
  AFTER_EVERY_DATE,
  AFTER_EVERY_ID,
  CREATED,
  type Created,
  type ListDefinition,
  type NestedListDefinition,
} from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';

/** The instant is stored in milliseconds, so that a cursor can hold it. */
const EVENT = columns('LifecycleEvent', 'e', ['id', 'accountId', 'type', 'fromStatus', 'toStatus', 'occurredAt']);
export type LifecycleEventRow = RowOf<typeof EVENT>;

type OfAccount = Created & { accountId: string };
type After = { afterAt: string; afterId: string };

const lifecycleEventPage = statement({
  name: 'lifecycle_event.page_of_account',
  takes: { ...CREATED, accountId: 'Account.id', afterAt: 'timestamptz', afterId: 'LifecycleEvent.id', limit: 'int8' },
  gives: EVENT,
  text: ({ p, scope }) => `
    select ${EVENT} from lifecycle_event e
    where e.organization_id = (
        select a.organization_id from account a where a.id = ${p.accountId} and ${scope('a.organization_id')})
      and e.account_id = ${p.accountId}
      and e.occurred_at >= ${p.createdFrom}::timestamptz and e.occurred_at < ${p.createdBefore}::timestamptz
      and (e.occurred_at, e.id) < (${p.afterAt}::timestamptz, ${p.afterId}::text)
    order by e.occurred_at desc, e.id desc limit ${p.limit}`,
});

/** Newest first. */
export const LIFECYCLE_EVENTS_OF_ACCOUNT: ListDefinition<OfAccount, After, LifecycleEventRow> = {
  name: 'lifecycle_events_of_account',
  statement: lifecycleEventPage,
  start: { afterAt: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID },
  positionOf: ({ occurredAt, id }) => ({ afterAt: occurredAt, afterId: id }),
};

type OfAccounts = Created & { accountIds: readonly string[] };

/** The first page for each of several accounts. */
const lifecycleEventPages = statement({
  name: 'lifecycle_event.pages_of_accounts',
  takes: { ...CREATED, accountIds: 'Account.id[]', limit: 'int8' },
  gives: EVENT,
  text: ({ p, scope, oneOf }) => `
    select page.* from account a
    cross join lateral (
      select ${EVENT} from lifecycle_event e
      where e.organization_id = a.organization_id and e.account_id = a.id
        and e.occurred_at >= ${p.createdFrom}::timestamptz and e.occurred_at < ${p.createdBefore}::timestamptz
      order by e.occurred_at desc, e.id desc limit ${p.limit}) page
    where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}
    order by page."occurredAt" desc, page.id desc`,
});

export const LIFECYCLE_EVENTS_OF_ACCOUNTS: NestedListDefinition<OfAccounts, After, LifecycleEventRow> = {
  list: LIFECYCLE_EVENTS_OF_ACCOUNT,
  statement: lifecycleEventPages,
  parentFilter: 'accountId',
  parentOf: ({ accountId }) => accountId,
};
