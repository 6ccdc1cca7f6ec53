import type { IsoDate } from '../../../core/dates.js';
import {
  AFTER_EVERY_DATE,
  AFTER_EVERY_ID,
  type ListDefinition,
  mergedAcrossOrganizations,
  type NestedListDefinition,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

export interface TransactionRow {
  readonly id: string;
  readonly organizationId: string;
  readonly accountId: string;
  readonly type: string;
  readonly amountCents: number | null;
  readonly effectiveAt: IsoDate | null;
  readonly status: string | null;
  /** `effectiveAt`, or `-infinity` without one: where the row stands in its list. */
  readonly sortOn: string;
}

const COLUMNS = `t.id, t.organization_id as "organizationId", t.account_id as "accountId", t.type,
  t.amount_cents as "amountCents", t.effective_at as "effectiveAt", t.status, t.sort_on as "sortOn"`;

/** Inclusive bounds of `sort_on`: `bounds` of core/contract/date-range.ts. */
type Dated = { least: string; most: string };
type OfAccount = Dated & { accountId: string };
type After = { afterOn: string; afterId: string };

/** Latest first; undated rows have the least date there is, and so come last. */
const transactionPage = statement<Dated & After & { limit: number }, TransactionRow>({
  name: 'transaction.page',
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${COLUMNS} from transaction t
        where t.organization_id = organization.id and t.sort_on between ${p.least}::date and ${p.most}::date
          and (t.sort_on, t.id) < (${p.afterOn}::date, ${p.afterId}::text)`,
      order: 't.sort_on desc, t.id desc',
      mergedOrder: '"sortOn" desc, id desc',
      limit: p.limit,
      scope,
    }),
});

/** The account's organization is read first, so that the index that begins with it serves the page. */
const transactionPageOfAccount = statement<OfAccount & After & { limit: number }, TransactionRow>({
  name: 'transaction.page_of_account',
  text: ({ p, scope }) => `
    select ${COLUMNS} from transaction t
    where t.organization_id = (
        select a.organization_id from account a where a.id = ${p.accountId} and ${scope('a.organization_id')})
      and t.account_id = ${p.accountId} and t.sort_on between ${p.least}::date and ${p.most}::date
      and (t.sort_on, t.id) < (${p.afterOn}::date, ${p.afterId}::text)
    order by t.sort_on desc, t.id desc limit ${p.limit}`,
});

type OfAccounts = Dated & { accountIds: readonly string[] };

/** The first page of each of several accounts. */
const transactionPagesOfAccounts = statement<OfAccounts & { limit: number }, TransactionRow>({
  name: 'transaction.pages_of_accounts',
  text: ({ p, scope }) => `
    select page.* from account a
    cross join lateral (
      select ${COLUMNS} from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id
        and t.sort_on between ${p.least}::date and ${p.most}::date
      order by t.sort_on desc, t.id desc limit ${p.limit}) page
    where a.id = any(${p.accountIds}::text[]) and ${scope('a.organization_id')}
    order by page."sortOn" desc, page.id desc`,
});

const start: After = { afterOn: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID };
const positionOf = ({ sortOn, id }: TransactionRow): After => ({ afterOn: sortOn, afterId: id });

export const TRANSACTIONS: ListDefinition<Dated, After, TransactionRow> = {
  name: 'transactions',
  statement: transactionPage,
  start,
  positionOf,
};

export const TRANSACTIONS_OF_ACCOUNT: ListDefinition<OfAccount, After, TransactionRow> = {
  name: 'transactions_of_account',
  statement: transactionPageOfAccount,
  start,
  positionOf,
};

export const TRANSACTIONS_OF_ACCOUNTS: NestedListDefinition<OfAccounts, After, TransactionRow> = {
  list: TRANSACTIONS_OF_ACCOUNT,
  statement: transactionPagesOfAccounts,
  parentFilter: 'accountId',
  parentOf: ({ accountId }) => accountId,
};
