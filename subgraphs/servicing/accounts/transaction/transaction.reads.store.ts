import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import {
  AFTER_EVERY_DATE,
  AFTER_EVERY_ID,
  type ListDefinition,
  mergedAcrossOrganizations,
  type NestedListDefinition,
} from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';

/** The columns of REST's lists, which read no others. */
const LISTED = ['id', 'organizationId', 'accountId', 'type', 'amountCents', 'effectiveAt', 'status'] as const;
const LISTED_TRANSACTION = columns('Transaction', 't', LISTED);
export type ListedTransactionRow = RowOf<typeof LISTED_TRANSACTION>;

const TRANSACTION = columns('Transaction', 't', [
  ...LISTED,
  'receivedOn',
  'principalCents',
  'interestCents',
  'feesCents',
  'originalTransactionId',
  'reallocatesTransactionId',
  'becauseOfTransactionId',
]);
export type TransactionRow = RowOf<typeof TRANSACTION>;
type ReadColumns = typeof TRANSACTION | typeof LISTED_TRANSACTION;

/** `sort_on` of a row that was read as this: each write sets it so. */
const SORT_ON = (row: string) => `coalesce(${row}."effectiveAt", '-infinity'::date)`;

/** Only these types, without duplicates; null: all types. */
const OF_TYPES = { types: 'text[]?' } as const;
type OfTypes = ParametersOf<typeof OF_TYPES>;

/** Inclusive bounds of `sort_on`: `bounds` of core/contract/date-range.ts. */
const DATED = { least: 'date', most: 'date' } as const;
type Dated = ParametersOf<typeof DATED>;
type Filters = Dated & OfTypes;
type OfAccount = Filters & { accountId: string };
const AFTER = { afterOn: 'date', afterId: 'Transaction.id' } as const;
type After = ParametersOf<typeof AFTER>;

/** Latest first. Undated rows have the earliest possible date, so they come last. */
function transactionPage<const C extends ReadColumns>(name: string, read: C) {
  return statement({
    name,
    takes: { ...DATED, ...OF_TYPES, ...AFTER, limit: 'int8' },
    gives: read,
    text: ({ p, scope, only }) =>
      mergedAcrossOrganizations({
        rows: `select ${read} from transaction t
        where t.organization_id = organization.id and t.sort_on between ${p.least}::date and ${p.most}::date
          and (t.sort_on, t.id) < (${p.afterOn}::date, ${p.afterId}::text)
          and (${p.types}::text[] is null or t.type = any(${p.types}::text[]))`,
        order: 't.sort_on desc, t.id desc',
        mergedOrder: `${SORT_ON('page')} desc, id desc`,
        limit: p.limit,
        scope,
        only,
      }),
  });
}

/**
 * For types other than payments. Most transactions are payments, and the other types have an index of their own. Each
 * type has its own range of the index, so one page of each type is read and the pages are merged.
 */
function transactionPageOfTypes<const C extends ReadColumns>(name: string, read: C) {
  return statement({
    name,
    takes: { ...DATED, ...OF_TYPES, ...AFTER, limit: 'int8' },
    gives: read,
    text: ({ p, scope, only }) =>
      mergedAcrossOrganizations({
        rows: `select found.* from unnest(${p.types}::text[]) as sought(type)
        cross join lateral (
          select ${read} from transaction t
          where t.organization_id = organization.id and t.type = sought.type and t.type <> 'payment'
            and t.sort_on between ${p.least}::date and ${p.most}::date
            and (t.sort_on, t.id) < (${p.afterOn}::date, ${p.afterId}::text)
          order by t.sort_on desc, t.id desc limit ${p.limit}) found`,
        order: `${SORT_ON('found')} desc, found.id desc`,
        mergedOrder: `${SORT_ON('page')} desc, id desc`,
        limit: p.limit,
        scope,
        only,
      }),
  });
}

/** The account's organization is read first, so that the index that begins with it serves the page. */
function transactionPageOfAccount<const C extends ReadColumns>(name: string, read: C) {
  return statement({
    name,
    takes: { ...DATED, ...OF_TYPES, ...AFTER, accountId: 'Account.id', limit: 'int8' },
    gives: read,
    text: ({ p, scope }) => `
    select ${read} from transaction t
    where t.organization_id = (
        select a.organization_id from account a where a.id = ${p.accountId} and ${scope('a.organization_id')})
      and t.account_id = ${p.accountId} and t.sort_on between ${p.least}::date and ${p.most}::date
      and (t.sort_on, t.id) < (${p.afterOn}::date, ${p.afterId}::text)
      and (${p.types}::text[] is null or t.type = any(${p.types}::text[]))
    order by t.sort_on desc, t.id desc limit ${p.limit}`,
  });
}

type OfAccounts = Dated & { accountIds: readonly string[] };

/** The first page for each of several accounts. */
const transactionPagesOfAccounts = statement({
  name: 'transaction.pages_of_accounts',
  takes: { ...DATED, accountIds: 'Account.id[]', limit: 'int8' },
  gives: TRANSACTION,
  text: ({ p, scope, oneOf }) => `
    select page.* from account a
    cross join lateral (
      select ${TRANSACTION} from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id
        and t.sort_on between ${p.least}::date and ${p.most}::date
      order by t.sort_on desc, t.id desc limit ${p.limit}) page
    where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}
    order by ${SORT_ON('page')} desc, page.id desc`,
});

const PRESENT = derived({ id: 'text', principalCents: 'int8?', interestCents: 'int8?', feesCents: 'int8?' });

/**
 * The current allocation of payments: as posted, plus later reallocations. A reversed payment has an allocation of
 * zero.
 */
export const currentAllocations = statement({
  name: 'transaction.present_splits',
  takes: { ids: 'Transaction.id[]' },
  gives: PRESENT,
  text: ({ scope, oneOf }) => {
    const present = (column: string) =>
      `case when t.status = 'reversed' then 0 else t.${column} - coalesce(moved.${column}, 0) end`;
    return `
    select t.id, ${present('principal_cents')} as "principalCents", ${present('interest_cents')} as "interestCents",
      ${present('fees_cents')} as "feesCents"
    from transaction t
    cross join lateral (
      select sum(m.principal_cents)::bigint as principal_cents, sum(m.interest_cents)::bigint as interest_cents,
        sum(m.fees_cents)::bigint as fees_cents
      from transaction m
      where m.organization_id = t.organization_id and m.account_id = t.account_id and m.type = 'reallocation'
        and m.reallocates_transaction_id = t.id) moved
    where ${oneOf('t.id', 'ids')} and t.type = 'payment' and ${scope('t.organization_id')}`;
  },
});

const IN_ORDER = {
  start: { afterOn: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID },
  positionOf: ({ effectiveAt, id }: Pick<ListedTransactionRow, 'effectiveAt' | 'id'>): After => ({
    afterOn: effectiveAt ?? '-infinity',
    afterId: id,
  }),
};

/** The lists with every column, and with those of REST only. Their cursors are the same. */
export interface TransactionLists<Row> {
  readonly all: ListDefinition<Filters, After, Row>;
  /** For types other than `payment`. */
  readonly ofTypes: ListDefinition<Filters, After, Row>;
  readonly ofAccount: ListDefinition<OfAccount, After, Row>;
}

export const TRANSACTIONS_OF_ACCOUNT: ListDefinition<OfAccount, After, TransactionRow> = {
  name: 'transactions_of_account',
  statement: transactionPageOfAccount('transaction.page_of_account', TRANSACTION),
  ...IN_ORDER,
};

export const WHOLE_TRANSACTIONS: TransactionLists<TransactionRow> = {
  all: { name: 'transactions', statement: transactionPage('transaction.page', TRANSACTION), ...IN_ORDER },
  ofTypes: {
    name: 'transactions_of_types',
    statement: transactionPageOfTypes('transaction.page_of_types', TRANSACTION),
    ...IN_ORDER,
  },
  ofAccount: TRANSACTIONS_OF_ACCOUNT,
};

export const LISTED_TRANSACTIONS: TransactionLists<ListedTransactionRow> = {
  all: {
    ...WHOLE_TRANSACTIONS.all,
    statement: transactionPage('transaction.listed_page', LISTED_TRANSACTION),
  },
  ofTypes: {
    ...WHOLE_TRANSACTIONS.ofTypes,
    statement: transactionPageOfTypes('transaction.listed_page_of_types', LISTED_TRANSACTION),
  },
  ofAccount: {
    ...WHOLE_TRANSACTIONS.ofAccount,
    statement: transactionPageOfAccount('transaction.listed_page_of_account', LISTED_TRANSACTION),
  },
};

export const TRANSACTIONS_OF_ACCOUNTS: NestedListDefinition<OfAccounts, After, TransactionRow> = {
  list: TRANSACTIONS_OF_ACCOUNT,
  statement: transactionPagesOfAccounts,
  parentFilter: 'accountId',
  parentOf: ({ accountId }) => accountId,
};
