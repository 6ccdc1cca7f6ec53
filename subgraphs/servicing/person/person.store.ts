import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

export interface PersonRow {
  readonly id: string;
  readonly organizationId: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly createdAt: string;
}

const COLUMNS = `b.id, b.organization_id as "organizationId", b.display_name as "displayName", b.email, b.phone,
  b.created_at as "createdAt"`;

/** A person is within reach through an account: as its primary borrower, or as one who signed with them (spec 4.4). */
const BORROWS = `exists (
  select from account a where a.organization_id = b.organization_id and a.primary_borrower_party_id = b.id
  union all
  select from account_borrower ab where ab.organization_id = b.organization_id and ab.person_id = b.id)`;

export const personsByIds = statement<{ ids: readonly string[] }, PersonRow>({
  name: 'person.by_ids',
  text: ({ p, scope }) => `
    select ${COLUMNS} from person b
    where b.id = any(${p.ids}::text[]) and ${scope('b.organization_id')} and ${BORROWS}`,
});

type Created = { createdFrom: string; createdBefore: string };
type AfterId = { afterId: string };

const personPage = statement<Created & AfterId & { limit: number }, PersonRow>({
  name: 'person.page',
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${COLUMNS} from person b
        where ${idRange('b', p.afterId)}
          and b.created_at >= ${p.createdFrom}::timestamptz and b.created_at < ${p.createdBefore}::timestamptz
          and ${BORROWS}`,
      order: newestIdFirst('b'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

/** Newest first: ids are ULIDs, so their order is the order of creation. */
export const PERSONS: ListDefinition<Created, AfterId, PersonRow> = {
  name: 'persons',
  statement: personPage,
  ...NEWEST_FIRST,
};
