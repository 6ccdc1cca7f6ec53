import { columns, type RowOf } from '../../../../core/db/columns.js';
import { containsFolded } from '../../../../core/db/folded-text-sql.js';
import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';

const PERSON = columns('Person', 'b', [
  'id',
  'organizationId',
  'displayName',
  'email',
  'phone',
  'loanSystemCode',
  'createdAt',
  'erasedAt',
]);
export type PersonRow = RowOf<typeof PERSON>;

/** The caller reaches a person through an account, as its primary borrower or as a co-borrower. */
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

const CREATED = { createdFrom: 'timestamptz', createdBefore: 'timestamptz' } as const;
const AFTER = { afterId: 'Person.id', limit: 'int8' } as const;
type Created = ParametersOf<typeof CREATED>;
type AfterId = { afterId: string };

/** Newest first: ids are ULIDs, so their order is the order of creation. */
const page = (
  p: Readonly<Record<keyof typeof CREATED | keyof typeof AFTER, string>>,
  scope: (column: string) => string,
  sought: string,
) =>
  mergedAcrossOrganizations({
    rows: `select ${PERSON} from person b
      where ${idRange('b', p.afterId)}
        and b.created_at >= ${p.createdFrom}::timestamptz and b.created_at < ${p.createdBefore}::timestamptz
        and ${sought}
        and ${BORROWS}`,
    order: newestIdFirst('b'),
    mergedOrder: 'id desc',
    limit: p.limit,
    scope,
  });

const personPage = statement({
  name: 'person.page',
  takes: { ...CREATED, nameText: 'text?', ...AFTER },
  gives: PERSON,
  text: ({ p, scope }) =>
    page(p, scope, `(${p.nameText}::text is null or ${containsFolded('b.display_name', p.nameText)})`),
});

/** Uses the index `person_email_idx`. */
const personPageByEmail = statement({
  name: 'person.page_by_email',
  takes: { ...CREATED, email: 'text', ...AFTER },
  gives: PERSON,
  text: ({ p, scope }) => page(p, scope, `lower(b.email) = lower(${p.email}::text)`),
});

/** Uses the index `person_phone_idx`. */
const personPageByPhone = statement({
  name: 'person.page_by_phone',
  takes: { ...CREATED, phones: 'text[]', ...AFTER },
  gives: PERSON,
  text: ({ p, scope }) => page(p, scope, `regexp_replace(b.phone, '[^0-9]', '', 'g') = any(${p.phones}::text[])`),
});

export const PERSONS: ListDefinition<Created & { nameText: string | null }, AfterId, PersonRow> = {
  name: 'persons',
  statement: personPage,
  ...NEWEST_FIRST,
};

/** Persons with an email address, ignoring case. */
export const PERSONS_BY_EMAIL: ListDefinition<Created & { email: string }, AfterId, PersonRow> = {
  name: 'persons by email address',
  statement: personPageByEmail,
  ...NEWEST_FIRST,
};

/** Persons with one of these telephone numbers, given as digits only. */
export const PERSONS_BY_PHONE: ListDefinition<Created & { phones: readonly string[] }, AfterId, PersonRow> = {
  name: 'persons by telephone number',
  statement: personPageByPhone,
  ...NEWEST_FIRST,
};
