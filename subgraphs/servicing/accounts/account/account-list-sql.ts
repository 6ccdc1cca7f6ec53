/*
 * SQL that lists of accounts share, for account `a`. The joins keep one row per account.
 */

/** The primary borrower, as `b`. */
export const BORROWER =
  ' left join person b on b.organization_id = a.organization_id and b.id = a.primary_borrower_party_id';

/** The lender, as `owner`. */
export const LENDER = ' left join organization owner on owner.id = a.organization_id';

/** The number by which staff know the loan. */
export const NUMBER = 'coalesce(a.external_contract_number, a.external_account_number)';
