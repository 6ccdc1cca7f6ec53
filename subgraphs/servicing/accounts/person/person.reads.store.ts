import { columns, type RowOf } from '../../../../core/db/columns.js';
import { containsFolded } from '../../../../core/db/folded-text-sql.js';
import {
  CREATED,
  idRange,
  isCreatedThen,
  type ListRows,
  newestFirst,
  newestIdFirst,
} from '../../../../core/db/paged-lists.js';
import { statement, type Takes } from '../../../../core/db/statement.js';

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

const personList = <const T extends Takes>(
  name: string,
  page: string,
  filter: T,
  sought: ListRows<typeof CREATED & T>,
) =>
  newestFirst({
    name,
    page,
    filters: { ...CREATED, ...filter },
    gives: PERSON,
    rows: (p) => `select ${PERSON} from person b
      where ${idRange('b', p.afterId)}
        and ${isCreatedThen('b', p)}
        and ${sought(p)}
        and ${BORROWS}`,
    order: newestIdFirst('b'),
  });

export const PERSONS = personList(
  'persons',
  'person.page',
  { nameText: 'text?' },
  (p) => `(${p.nameText}::text is null or ${containsFolded('b.display_name', p.nameText)})`,
);

/** Persons with an email address, ignoring case. Uses the index `person_email_idx`. */
export const PERSONS_BY_EMAIL = personList(
  'persons by email address',
  'person.page_by_email',
  { email: 'text' },
  (p) => `lower(b.email) = lower(${p.email}::text)`,
);

/** Persons with one of these telephone numbers, given as digits only. Uses the index `person_phone_idx`. */
export const PERSONS_BY_PHONE = personList(
  'persons by telephone number',
  'person.page_by_phone',
  { phones: 'text[]' },
  (p) => `regexp_replace(b.phone, '[^0-9]', '', 'g') = any(${p.phones}::text[])`,
);
