import {
  AFTER_EVERY_ID,
  type ListDefinition,
  mergedAcrossOrganizations,
  type Position,
} from '../../../core/db/list.js';
import { type StatementTools, statement } from '../../../core/db/statement.js';
import { ACCOUNT_COLUMNS, type AccountRow } from './account.store.js';

/** As searched: with what its place in a list by due date is known by. */
export interface FoundAccountRow extends AccountRow {
  /** The next due date, or `infinity`. */
  readonly nextDueSortOn: string;
}

/** Null lets everything pass. */
export type AccountFilters = {
  readonly createdFrom: string;
  readonly createdBefore: string;
  readonly partyId: string | null;
  readonly statuses: readonly string[] | null;
  readonly leastCents: number | null;
  readonly mostCents: number | null;
  /** A pattern for ILIKE. */
  readonly pattern: string | null;
  /** The same for names of borrowers; null finds nobody by name. */
  readonly namePattern: string | null;
};

type Search<At extends Position> = ListDefinition<AccountFilters, At, FoundAccountRow>;
type Tools<At extends Position> = StatementTools<AccountFilters & At & { limit: number }>;

interface Order<At extends Position> {
  /** Rows of `a` after the position. */
  readonly after: (p: Tools<At>['p']) => string;
  readonly order: string;
  readonly mergedOrder: string;
}

/** One list for each order, since each walks another index. */
function search<At extends Position>(
  name: string,
  { after, order, mergedOrder }: Order<At>,
  place: Pick<Search<At>, 'start' | 'positionOf'>,
): Search<At> {
  const page = statement<AccountFilters & At & { limit: number }, FoundAccountRow>({
    name: `account.search.${name}`,
    text: ({ p, scope }: Tools<At>) =>
      mergedAcrossOrganizations({
        rows: `select ${ACCOUNT_COLUMNS}, a.next_due_sort_on as "nextDueSortOn" from account a
          where a.organization_id = organization.id and ${after(p)} and ${filtered(p)}`,
        order,
        mergedOrder,
        limit: p.limit,
        scope,
      }),
  });
  return { name: `accounts_${name}`, statement: page, ...place };
}

/** A loan's borrowers are searched by the name of the primary one. */
function filtered(p: StatementTools<AccountFilters>['p']): string {
  return `a.created_at >= ${p.createdFrom}::timestamptz and a.created_at < ${p.createdBefore}::timestamptz
    and (${p.partyId}::text is null or a.primary_borrower_party_id = ${p.partyId})
    and (${p.statuses}::text[] is null or a.status_code::text = any(${p.statuses}))
    and (${p.leastCents}::bigint is null or a.current_balance_cents >= ${p.leastCents})
    and (${p.mostCents}::bigint is null or a.current_balance_cents <= ${p.mostCents})
    and (${p.pattern}::text is null or a.external_contract_number ilike ${p.pattern}
      or a.external_account_number ilike ${p.pattern}
      or exists (select from person b where b.organization_id = a.organization_id
        and b.id = a.primary_borrower_party_id and b.display_name ilike ${p.namePattern}))`;
}

const newest = search<{ afterId: string }>(
  'newest',
  {
    after: (p) => `(a.organization_id, a.id) < (organization.id, ${p.afterId}::text)`,
    order: 'a.organization_id desc, a.id desc',
    mergedOrder: 'id desc',
  },
  { start: { afterId: AFTER_EVERY_ID }, positionOf: ({ id }) => ({ afterId: id }) },
);

type AfterCents = { afterCents: string; afterId: string };
const positionByCents = ({ currentBalanceCents, id }: FoundAccountRow): AfterCents => ({
  afterCents: String(currentBalanceCents),
  afterId: id,
});

const highestBalance = search<AfterCents>(
  'highest_balance',
  {
    after: (p) => `(a.current_balance_cents, a.id) < (${p.afterCents}::bigint, ${p.afterId}::text)`,
    order: 'a.current_balance_cents desc, a.id desc',
    mergedOrder: '"currentBalanceCents" desc, id desc',
  },
  { start: { afterCents: '9223372036854775807', afterId: AFTER_EVERY_ID }, positionOf: positionByCents },
);

const lowestBalance = search<AfterCents>(
  'lowest_balance',
  {
    after: (p) => `(a.current_balance_cents, a.id) > (${p.afterCents}::bigint, ${p.afterId}::text)`,
    order: 'a.current_balance_cents, a.id',
    mergedOrder: '"currentBalanceCents", id',
  },
  { start: { afterCents: '-9223372036854775808', afterId: '' }, positionOf: positionByCents },
);

const nextDue = search<{ afterOn: string; afterId: string }>(
  'next_due',
  {
    after: (p) => `(a.next_due_sort_on, a.id) > (${p.afterOn}::date, ${p.afterId}::text)`,
    order: 'a.next_due_sort_on, a.id',
    mergedOrder: '"nextDueSortOn", id',
  },
  {
    start: { afterOn: '-infinity', afterId: '' },
    positionOf: ({ nextDueSortOn, id }) => ({ afterOn: nextDueSortOn, afterId: id }),
  },
);

/** Accounts by what they are sorted by; each order has an index that begins with the organization. */
export const ACCOUNT_SEARCHES = {
  newest,
  highest_balance: highestBalance,
  lowest_balance: lowestBalance,
  next_due: nextDue,
} as const;

export type AccountSort = keyof typeof ACCOUNT_SEARCHES;
