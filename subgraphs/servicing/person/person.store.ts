import { columns, type RowOf } from '../../../core/db/columns.js';
import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

const PERSON = columns('Person', 'b', ['id', 'organizationId', 'displayName', 'email', 'phone', 'createdAt']);
export type PersonRow = RowOf<typeof PERSON>;

/** A person is within reach through an account: as its primary borrower, or as one who signed with them. */
const BORROWS = `exists (
  select from account a where a.organization_id = b.organization_id and a.primary_borrower_party_id = b.id
  union all
  select from account_borrower ab where ab.organization_id = b.organization_id and ab.person_id = b.id)`;

export const personsByIds = statement({
  name: 'person.by_ids',
  takes: { ids: 'Person.id[]' },
  gives: PERSON,
  text: ({ scope, oneOf }) => `
    select ${PERSON} from person b
    where ${oneOf('b.id', 'ids')} and ${scope('b.organization_id')} and ${BORROWS}`,
});

type Filters = { createdFrom: string; createdBefore: string; pattern: string | null };
type AfterId = { afterId: string };

const personPage = statement({
  name: 'person.page',
  takes: {
    createdFrom: 'timestamptz',
    createdBefore: 'timestamptz',
    pattern: 'text?',
    afterId: 'Person.id',
    limit: 'int8',
  },
  gives: PERSON,
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${PERSON} from person b
        where ${idRange('b', p.afterId)}
          and b.created_at >= ${p.createdFrom}::timestamptz and b.created_at < ${p.createdBefore}::timestamptz
          and (${p.pattern}::text is null or b.display_name ilike ${p.pattern} or b.email ilike ${p.pattern} or b.phone ilike ${p.pattern})
          and ${BORROWS}`,
      order: newestIdFirst('b'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

/** Newest first: ids are ULIDs, so their order is the order of creation. */
export const PERSONS: ListDefinition<Filters, AfterId, PersonRow> = {
  name: 'persons',
  statement: personPage,
  ...NEWEST_FIRST,
};
