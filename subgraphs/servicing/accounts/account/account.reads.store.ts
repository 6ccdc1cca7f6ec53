import { readByIds } from '../../../../core/db/by-id.js';
import { columns, type RowOf } from '../../../../core/db/columns.js';
import {
  type AfterId,
  CREATED,
  type Created,
  idRange,
  isCreatedThen,
  type ListDefinition,
  NEWEST_FIRST,
  type NestedListDefinition,
  newestFirst,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';

export const ACCOUNT = columns('Account', 'a', [
  'id',
  'organizationId',
  'loanSystemCode',
  'primaryBorrowerPartyId',
  'externalContractNumber',
  'externalAccountNumber',
  'currentBalanceCents',
  'statusCode',
  'createdAt',
]);
export type AccountRow = RowOf<typeof ACCOUNT>;

export const accountsByIds = readByIds('account.by_ids', 'Account', 'a', ACCOUNT);

type OfBorrower = Created & { partyId: string };

/** Newest first. A person belongs to one organization, so no merge is needed. */
const accountPageOfPrimaryBorrower = statement({
  name: 'account.page_of_primary_borrower',
  takes: { ...CREATED, partyId: 'Person.id', afterId: 'Account.id', limit: 'int8' },
  gives: ACCOUNT,
  text: ({ p, scope }) => `
    select ${ACCOUNT} from person b
    join account a on a.organization_id = b.organization_id and a.primary_borrower_party_id = b.id
    where b.id = ${p.partyId} and ${scope('b.organization_id')} and a.id < ${p.afterId}
      and ${isCreatedThen('a', p)}
    order by a.id desc limit ${p.limit}`,
});

export const ACCOUNTS = newestFirst({
  name: 'accounts',
  page: 'account.page',
  filters: CREATED,
  gives: ACCOUNT,
  rows: (p) => `select ${ACCOUNT} from account a
      where ${idRange('a', p.afterId)}
        and ${isCreatedThen('a', p)}`,
  order: newestIdFirst('a'),
});

export const ACCOUNTS_OF_PRIMARY_BORROWER: ListDefinition<OfBorrower, AfterId, AccountRow> = {
  name: 'accounts_of_primary_borrower',
  statement: accountPageOfPrimaryBorrower,
  ...NEWEST_FIRST,
};

type OfBorrowers = Created & { partyIds: readonly string[] };

/** The first page for each of several primary borrowers. */
const accountPagesOfPrimaryBorrowers = statement({
  name: 'account.pages_of_primary_borrowers',
  takes: { ...CREATED, partyIds: 'Person.id[]', limit: 'int8' },
  gives: ACCOUNT,
  text: ({ p, scope, oneOf }) => `
    select page.* from person b
    cross join lateral (
      select ${ACCOUNT} from account a
      where a.organization_id = b.organization_id and a.primary_borrower_party_id = b.id
        and ${isCreatedThen('a', p)}
      order by a.id desc limit ${p.limit}) page
    where ${oneOf('b.id', 'partyIds')} and ${scope('b.organization_id')}
    order by page.id desc`,
});

export const ACCOUNTS_OF_PRIMARY_BORROWERS: NestedListDefinition<OfBorrowers, AfterId, AccountRow> = {
  list: ACCOUNTS_OF_PRIMARY_BORROWER,
  statement: accountPagesOfPrimaryBorrowers,
  parentFilter: 'partyId',
  parentOf: ({ primaryBorrowerPartyId }) => primaryBorrowerPartyId,
};
