import {
  AFTER_EVERY_ID,
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  type NestedListDefinition,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

export interface AccountRow {
  readonly id: string;
  readonly organizationId: string;
  readonly loanSystemCode: string;
  readonly primaryBorrowerPartyId: string;
  readonly externalContractNumber: string | null;
  readonly externalAccountNumber: string | null;
  readonly currentBalanceCents: number;
  readonly statusCode: string;
  readonly createdAt: string;
}

export const ACCOUNT_COLUMNS = `a.id, a.organization_id as "organizationId", a.loan_system_code as "loanSystemCode", a.primary_borrower_party_id as "primaryBorrowerPartyId",
  a.external_contract_number as "externalContractNumber", a.external_account_number as "externalAccountNumber",
  a.current_balance_cents as "currentBalanceCents", a.status_code as "statusCode", a.created_at as "createdAt"`;

export const accountsByIds = statement<{ ids: readonly string[] }, AccountRow>({
  name: 'account.by_ids',
  text: ({ p, scope }) => `
    select ${ACCOUNT_COLUMNS} from account a where a.id = any(${p.ids}::text[]) and ${scope('a.organization_id')}`,
});

type Created = { createdFrom: string; createdBefore: string };
type AfterId = { afterId: string };

/** Newest first: ids are ULIDs, so their order is the order of creation. */
const accountPage = statement<Created & AfterId & { limit: number }, AccountRow>({
  name: 'account.page',
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${ACCOUNT_COLUMNS} from account a
        where ${idRange('a', p.afterId)}
          and a.created_at >= ${p.createdFrom}::timestamptz and a.created_at < ${p.createdBefore}::timestamptz`,
      order: newestIdFirst('a'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

type OfBorrower = Created & { partyId: string };

/** Newest first, too. A person belongs to one organization, so that nothing has to be merged. */
const accountPageOfPrimaryBorrower = statement<OfBorrower & AfterId & { limit: number }, AccountRow>({
  name: 'account.page_of_primary_borrower',
  text: ({ p, scope }) => `
    select ${ACCOUNT_COLUMNS} from person b
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

/** The first page of each of several primary borrowers. */
const accountPagesOfPrimaryBorrowers = statement<OfBorrowers & { limit: number }, AccountRow>({
  name: 'account.pages_of_primary_borrowers',
  text: ({ p, scope }) => `
    select page.* from person b
    cross join lateral (
      select ${ACCOUNT_COLUMNS} from account a
      where a.organization_id = b.organization_id and a.primary_borrower_party_id = b.id
        and a.created_at >= ${p.createdFrom}::timestamptz and a.created_at < ${p.createdBefore}::timestamptz
      order by a.id desc limit ${p.limit}) page
    where b.id = any(${p.partyIds}::text[]) and ${scope('b.organization_id')}
    order by page.id desc`,
});

export const ACCOUNTS_OF_PRIMARY_BORROWERS: NestedListDefinition<OfBorrowers, AfterId, AccountRow> = {
  list: ACCOUNTS_OF_PRIMARY_BORROWER,
  statement: accountPagesOfPrimaryBorrowers,
  parentFilter: 'partyId',
  parentOf: ({ primaryBorrowerPartyId }) => primaryBorrowerPartyId,
};
