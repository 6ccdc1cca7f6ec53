import { columns, type RowOf } from '../../../../core/db/columns.js';
import { containsFolded } from '../../../../core/db/folded-text-sql.js';
import {
  AFTER_EVERY_ID,
  CREATED,
  isCreatedThen,
  type ListDefinition,
  mergedAcrossOrganizations,
  type Position,
} from '../../../../core/db/paged-lists.js';
import { type ParametersOf, type StatementTools, statement } from '../../../../core/db/statement.js';
import { isInForce } from '../../../../loan-model/flags/flag-stops-sql.js';
import { ACCOUNT } from './account.reads.store.js';

/** An account found by the search, with its key for sorting by due date: the next due date or `infinity`. */
const SORTED = columns('Account', 'a', ['nextDueSortOn']);
export const FOUND = [ACCOUNT, SORTED] as const;
export const SELECT_FOUND = `${ACCOUNT}, ${SORTED}`;
export type FoundAccountRow = RowOf<typeof ACCOUNT> & RowOf<typeof SORTED>;

/** A null filter matches everything. */
export const FILTERS = {
  ...CREATED,
  partyId: 'text?',
  statuses: 'text[]?',
  leastCents: 'int8?',
  mostCents: 'int8?',
  /** Words of a number or a name. */
  text: 'text?',
  /** As `text`, for borrowers' names; null matches no account by name. */
  nameText: 'text?',
  /** Words of the name of the primary borrower. */
  borrower: 'text?',
  /** Exact match. */
  contractNumber: 'text?',
  accountNumber: 'text?',
  leastDaysPastDue: 'int8?',
  mostDaysPastDue: 'int8?',
  /** Loans with one of these flags in force. */
  flags: 'text[]?',
  /** Days past due count to it, and flags are in force on it. */
  today: 'date',
} as const;
export type AccountFilters = ParametersOf<typeof FILTERS>;

type Search<At extends Position> = ListDefinition<AccountFilters, At, FoundAccountRow>;

interface Order {
  /** Rows of `a` after the position. */
  readonly after: string;
  readonly order: string;
  readonly mergedOrder: string;
}

/** One page in one order. Each order has its own statement, because each uses a different index. */
function search(
  { p, scope, only }: StatementTools<AccountFilters & { readonly limit: number }>,
  { after, order, mergedOrder }: Order,
): string {
  return mergedAcrossOrganizations({
    rows: `select ${ACCOUNT}, ${SORTED} from account a
      where a.organization_id = organization.id and ${after} and ${filtered(p)}`,
    order,
    mergedOrder,
    limit: p.limit,
    scope,
    only,
  });
}

/**
 * An account is searched by the name of its primary borrower. The name is read loan by loan: with `exists`, Postgres
 * may read every person in the table first.
 */
export function filtered(p: StatementTools<AccountFilters>['p']): string {
  return `${isCreatedThen('a', p)}
    and (${p.partyId}::text is null or a.primary_borrower_party_id = ${p.partyId})
    and (${p.statuses}::text[] is null or a.status_code::text = any(${p.statuses}))
    and (${p.leastCents}::bigint is null or a.current_balance_cents >= ${p.leastCents})
    and (${p.mostCents}::bigint is null or a.current_balance_cents <= ${p.mostCents})
    and (${p.contractNumber}::text is null or a.external_contract_number = ${p.contractNumber})
    and (${p.accountNumber}::text is null or a.external_account_number = ${p.accountNumber})
    and ((${p.leastDaysPastDue}::bigint is null and ${p.mostDaysPastDue}::bigint is null)
      or (${daysPastDueOn(p.today)}) between coalesce(${p.leastDaysPastDue}::bigint, 0) and coalesce(${p.mostDaysPastDue}::bigint, 1000000))
    and (${p.flags}::text[] is null or exists (select from account_flag f where f.organization_id = a.organization_id
      and f.account_id = a.id and f.kind::text = any(${p.flags}) and ${isInForce('f', p.today)}))
    and (${p.borrower}::text is null or ${borrowerIsNamed(p.borrower)})
    and (${p.text}::text is null or ${containsFolded('a.external_contract_number', p.text)}
      or ${containsFolded('a.external_account_number', p.text)}
      or ${borrowerIsNamed(p.nameText)})`;
}

/** As `daysPastDue` counts them: null if the loan system has never reported whether anything is past due. */
function daysPastDueOn(today: string): string {
  return `select ${daysPastDueOf('s', today)} from past_due_snapshot s
        where s.organization_id = a.organization_id and s.account_id = a.id order by s.as_of desc limit 1`;
}

/** SQL of `daysPastDue`, for a snapshot. */
export function daysPastDueOf(snapshot: string, today: string): string {
  return `case when ${snapshot}.past_due_cents = 0 then 0 else greatest(0, coalesce(${today}::date - ${snapshot}.oldest_unpaid_on, 0)) end`;
}

function borrowerIsNamed(part: string): string {
  return `(select ${containsFolded('b.display_name', part)} from person b where b.organization_id = a.organization_id
        and b.id = a.primary_borrower_party_id)`;
}

const newestPage = statement({
  name: 'account.search.newest',
  takes: { ...FILTERS, afterId: 'Account.id', limit: 'int8' },
  gives: FOUND,
  text: (tools) =>
    search(tools, {
      after: `(a.organization_id, a.id) < (organization.id, ${tools.p.afterId}::text)`,
      order: 'a.organization_id desc, a.id desc',
      mergedOrder: 'id desc',
    }),
});
const newest: Search<{ afterId: string }> = {
  name: 'accounts_newest',
  statement: newestPage,
  start: { afterId: AFTER_EVERY_ID },
  positionOf: ({ id }) => ({ afterId: id }),
};

/** Newest first among the few accounts that have this number; an index finds them. */
function numbered(name: string, column: string, of: 'contractNumber' | 'accountNumber'): Search<{ afterId: string }> {
  const page = statement({
    name: `account.search.${name}`,
    takes: { ...FILTERS, afterId: 'Account.id', limit: 'int8' },
    gives: FOUND,
    text: (tools) =>
      search(tools, {
        after: `a.${column} = ${tools.p[of]} and a.id < ${tools.p.afterId}`,
        order: 'a.id desc',
        mergedOrder: 'id desc',
      }),
  });
  return { ...newest, name: `accounts_${name}`, statement: page };
}

/** Accounts with one exact number. */
export const ACCOUNTS_BY_NUMBER = {
  contract: numbered('by_contract_number', 'external_contract_number', 'contractNumber'),
  account: numbered('by_account_number', 'external_account_number', 'accountNumber'),
} as const;

const NAMED = { ...FILTERS, namedId: 'text', afterId: 'Account.id', limit: 'int8' } as const;
const namedPage = statement({
  name: 'account.search.by_id',
  takes: NAMED,
  gives: FOUND,
  text: (tools) =>
    search(tools, {
      after: `a.id < ${tools.p.afterId} and a.id in (${idsNamedBy(tools.p.namedId)})`,
      order: 'a.id desc',
      mergedOrder: 'id desc',
    }),
});

/**
 * Ids of the account, of the accounts of the person, or of the transaction's account. Some loan systems name the primary
 * borrower only on the account itself.
 */
export function idsNamedBy(id: string): string {
  return `select ${id}::text
    union all select b.account_id from account_borrower b where b.organization_id = organization.id and b.person_id = ${id}
    union all select o.id from account o where o.organization_id = organization.id and o.primary_borrower_party_id = ${id}
    union all select t.account_id from transaction t where t.organization_id = organization.id and t.id = ${id}`;
}

/** The accounts that an id names, newest first: its own, those of a person, that of a transaction. */
export const ACCOUNTS_BY_ID: ListDefinition<
  AccountFilters & { namedId: string },
  { afterId: string },
  FoundAccountRow
> = { ...newest, name: 'accounts_by_id', statement: namedPage };

/** Cents as text: JavaScript numbers cannot hold the bounds of int8. */
const AFTER_CENTS = { afterCents: 'text', afterId: 'Account.id' } as const;
type AfterCents = ParametersOf<typeof AFTER_CENTS>;
const positionByCents = ({ currentBalanceCents, id }: FoundAccountRow): AfterCents => ({
  afterCents: String(currentBalanceCents),
  afterId: id,
});

const highestBalancePage = statement({
  name: 'account.search.highest_balance',
  takes: { ...FILTERS, ...AFTER_CENTS, limit: 'int8' },
  gives: FOUND,
  text: (tools) =>
    search(tools, {
      after: `(a.current_balance_cents, a.id) < (${tools.p.afterCents}::text::bigint, ${tools.p.afterId}::text)`,
      order: 'a.current_balance_cents desc, a.id desc',
      mergedOrder: '"currentBalanceCents" desc, id desc',
    }),
});
const highestBalance: Search<AfterCents> = {
  name: 'accounts_highest_balance',
  statement: highestBalancePage,
  start: { afterCents: '9223372036854775807', afterId: AFTER_EVERY_ID },
  positionOf: positionByCents,
};

const lowestBalancePage = statement({
  name: 'account.search.lowest_balance',
  takes: { ...FILTERS, ...AFTER_CENTS, limit: 'int8' },
  gives: FOUND,
  text: (tools) =>
    search(tools, {
      after: `(a.current_balance_cents, a.id) > (${tools.p.afterCents}::text::bigint, ${tools.p.afterId}::text)`,
      order: 'a.current_balance_cents, a.id',
      mergedOrder: '"currentBalanceCents", id',
    }),
});
const lowestBalance: Search<AfterCents> = {
  name: 'accounts_lowest_balance',
  statement: lowestBalancePage,
  start: { afterCents: '-9223372036854775808', afterId: '' },
  positionOf: positionByCents,
};

const nextDuePage = statement({
  name: 'account.search.next_due',
  takes: { ...FILTERS, afterOn: 'date', afterId: 'Account.id', limit: 'int8' },
  gives: FOUND,
  text: (tools) =>
    search(tools, {
      after: `(a.next_due_sort_on, a.id) > (${tools.p.afterOn}::date, ${tools.p.afterId}::text)`,
      order: 'a.next_due_sort_on, a.id',
      mergedOrder: '"nextDueSortOn", id',
    }),
});
const nextDue: Search<{ afterOn: string; afterId: string }> = {
  name: 'accounts_next_due',
  statement: nextDuePage,
  start: { afterOn: '-infinity', afterId: '' },
  positionOf: ({ nextDueSortOn, id }) => ({ afterOn: nextDueSortOn, afterId: id }),
};

/** Searches accounts by sort order; each order has an index that begins with the organization. */
export const ACCOUNT_SEARCHES = {
  newest,
  highest_balance: highestBalance,
  lowest_balance: lowestBalance,
  next_due: nextDue,
} as const;

export type AccountSort = keyof typeof ACCOUNT_SEARCHES;
