import { columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

const ACCOUNT = columnsAs('Account', 'a', { accountId: 'id' });
const PERSON = columnsAs('Person', 'b', { partyId: 'id', displayName: 'displayName' });
const BORROWS = derived({ role: 'AccountBorrower.role', isActive: 'AccountBorrower.isActive' });
export type BorrowerRow = RowOf<typeof ACCOUNT> & RowOf<typeof PERSON> & RowOf<typeof BORROWS>;

/** A borrower as one of `BORROWERS_OF_ROW`. */
export type BorrowerOfRow = Omit<BorrowerRow, 'accountId'>;

/** Leaves out names for callers who may not read persons. */
export type ShownBorrower = Omit<BorrowerOfRow, 'displayName'> & { readonly displayName: string | null };

/**
 * The borrowers on the account that precedes this expression as `a`, as JSON, the primary one first. It leaves out one
 * whom the loan system names only on the account itself; `borrowersOfAccounts` does not.
 */
export const BORROWERS_OF_ROW = `
      select coalesce(json_agg(json_build_object('partyId', b.id, 'displayName', b.display_name, 'role', ab.role,
               'isActive', ab.is_active) order by b.id = a.primary_borrower_party_id desc, b.id), '[]') as borrowers
        from account_borrower ab
        join person b on b.organization_id = ab.organization_id and b.id = ab.person_id
       where ab.organization_id = a.organization_id and ab.account_id = a.id`;

/** The primary borrower comes first, even if the loan system names them only on the account itself. */
export const borrowersOfAccounts = statement({
  name: 'account.borrowers',
  takes: { ids: 'Account.id[]' },
  gives: [ACCOUNT, PERSON, BORROWS],
  text: ({ scope, oneOf }) => `
    select "accountId", "partyId", "displayName", role, "isActive" from (
      select ${ACCOUNT}, ${PERSON}, ab.role, ab.is_active as "isActive", a.organization_id,
             b.id = a.primary_borrower_party_id as is_primary
        from account a
        join account_borrower ab on ab.organization_id = a.organization_id and ab.account_id = a.id
        join person b on b.organization_id = a.organization_id and b.id = ab.person_id
       where ${oneOf('a.id', 'ids')} and ${scope('a.organization_id')}
      union all
      select ${ACCOUNT}, ${PERSON}, 'primary', true, a.organization_id, true
        from account a
        join person b on b.organization_id = a.organization_id and b.id = a.primary_borrower_party_id
       where ${oneOf('a.id', 'ids')} and ${scope('a.organization_id')} and not exists (
         select from account_borrower ab
          where ab.organization_id = a.organization_id and ab.account_id = a.id and ab.person_id = a.primary_borrower_party_id)
    ) borrows
    order by "accountId", is_primary desc, "partyId"`,
});
