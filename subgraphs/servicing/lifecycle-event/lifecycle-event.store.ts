import type { IsoInstant } from '../../../core/dates.js';
import {
  AFTER_EVERY_DATE,
  AFTER_EVERY_ID,
  type ListDefinition,
  type NestedListDefinition,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

export interface LifecycleEventRow {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly fromStatus: string | null;
  readonly toStatus: string;
  /** Stored in milliseconds, so that this is the whole of it and may stand in a cursor. */
  readonly occurredAt: IsoInstant;
}

/** `before` is exclusive: `instants` of core/contract/date-range.ts. */
type OfAccount = { accountId: string; createdFrom: string; createdBefore: string };
type After = { afterAt: string; afterId: string };

const COLUMNS = `e.id, e.account_id as "accountId", e.type, e.from_status as "fromStatus", e.to_status as "toStatus",
  e.occurred_at as "occurredAt"`;

const lifecycleEventPage = statement<OfAccount & After & { limit: number }, LifecycleEventRow>({
  name: 'lifecycle_event.page_of_account',
  text: ({ p, scope }) => `
    select ${COLUMNS} from lifecycle_event e
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

type OfAccounts = { accountIds: readonly string[]; createdFrom: string; createdBefore: string };

/** The first page of each of several accounts. */
const lifecycleEventPages = statement<OfAccounts & { limit: number }, LifecycleEventRow>({
  name: 'lifecycle_event.pages_of_accounts',
  text: ({ p, scope }) => `
    select page.* from account a
    cross join lateral (
      select ${COLUMNS} from lifecycle_event e
      where e.organization_id = a.organization_id and e.account_id = a.id
        and e.occurred_at >= ${p.createdFrom}::timestamptz and e.occurred_at < ${p.createdBefore}::timestamptz
      order by e.occurred_at desc, e.id desc limit ${p.limit}) page
    where a.id = any(${p.accountIds}::text[]) and ${scope('a.organization_id')}
    order by page."occurredAt" desc, page.id desc`,
});

export const LIFECYCLE_EVENTS_OF_ACCOUNTS: NestedListDefinition<OfAccounts, After, LifecycleEventRow> = {
  list: LIFECYCLE_EVENTS_OF_ACCOUNT,
  statement: lifecycleEventPages,
  parentFilter: 'accountId',
  parentOf: ({ accountId }) => accountId,
};
