import { statement } from '../../../core/db/statement.js';

export interface BorrowerRow {
  readonly accountId: string;
  readonly partyId: string;
  readonly displayName: string;
  readonly role: string;
  readonly isActive: boolean;
}

/** Without a name for who may not read persons. */
export type ShownBorrower = Omit<BorrowerRow, 'displayName'> & { readonly displayName: string | null };

/** The primary borrower comes first, also where the loan system tells of them on the account only. */
export const borrowersOfAccounts = statement<{ ids: readonly string[] }, BorrowerRow>({
  name: 'account.borrowers',
  text: ({ p, scope }) => `
    select a.id as "accountId", b.id as "partyId", b.display_name as "displayName", borrows.role,
      borrows.is_active as "isActive"
    from account a
    cross join lateral (
      select ab.person_id, ab.role, ab.is_active from account_borrower ab
      where ab.organization_id = a.organization_id and ab.account_id = a.id
      union all
      select a.primary_borrower_party_id, 'primary', true where not exists (
        select from account_borrower ab where ab.account_id = a.id and ab.person_id = a.primary_borrower_party_id)
    ) borrows
    join person b on b.organization_id = a.organization_id and b.id = borrows.person_id
    where a.id = any(${p.ids}::text[]) and ${scope('a.organization_id')}
    order by a.id, b.id <> a.primary_borrower_party_id, b.id`,
});
