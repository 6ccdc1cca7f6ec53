import { columns, type RowOf } from '../../../../core/db/columns.js';
import {
  AFTER_EVERY_ID,
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  type NestedListDefinition,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';

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

export const accountsByIds = statement({
  name: 'account.by_ids',
  takes: { ids: 'Account.id[]' },
  gives: ACCOUNT,
  text: ({ scope, oneOf }) => `
    select ${ACCOUNT} from account a where ${oneOf('a.id', 'ids')} and ${scope('a.organization_id')}`,
});

const CREATED = { createdFrom: 'timestamptz', createdBefore: 'timestamptz' } as const;
type Created = ParametersOf<typeof CREATED>;
type AfterId = { afterId: string };

/** Newest first: ids are ULIDs, so their order is the order of creation. */
const accountPage = statement({
  name: 'account.page',
  takes: { ...CREATED, afterId: 'Account.id', limit: 'int8' },
  gives: ACCOUNT,
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${ACCOUNT} from account a
        where ${idRange('a', p.afterId)}
          and a.created_at >= ${p.createdFrom}::timestamptz and a.created_at < ${p.createdBefore}::timestamptz`,
      order: newestIdFirst('a'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

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
      and a.created_at >= ${p.createdFrom}::timestamptz and a.created_at < ${p.createdBefore}::timestamptz
    order by a.id desc limit ${p.limit}`,
});

const start: AfterId = { afterId: AFTER_EVERY_ID };
const positionOf = ({ id }: AccountRow): AfterId => ({ afterId: id });

export const ACCOUNTS: ListDefinition<Created, AfterId, AccountRow> = {
  name: 'accounts',
  statement: accountPage,
  start,
  positionOf,
};

export const ACCOUNTS_OF_PRIMARY_BORROWER: ListDefinition<OfBorrower, AfterId, AccountRow> = {
  name: 'accounts_of_primary_borrower',
  statement: accountPageOfPrimaryBorrower,
  start,
  positionOf,
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
        and a.created_at >= ${p.createdFrom}::timestamptz and a.created_at < ${p.createdBefore}::timestamptz
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
