import { statement } from '../../core/db/statement.js';
import { ERASED_NAME } from '../../core/erasure/erased-placeholders-and-digests.js';

/**
 * Runs before a file is checked: in loans that are already boarded, erased borrowers are staged without personal data.
 * Otherwise the file would differ from the ledger, and the messages of the check would name them again.
 */
export const eraseStagedAgain = statement({
  name: 'erasure.staged_again',
  takes: { organizationId: 'LedgerBoarding.organizationId', id: 'LedgerBoarding.id' },
  text: ({ p, scope }) => {
    const erased = (role: string) => `exists (
          select from ledger_loan l
            join account a on a.organization_id = l.organization_id and a.external_id = l.id
            join account_borrower b on b.organization_id = a.organization_id and b.account_id = a.id and b.role = '${role}'
            join person n on n.organization_id = b.organization_id and n.id = b.person_id and n.erased_at is not null
           where l.organization_id = ${p.organizationId} and l.loan_number = s.loan_number)`;
    const unless = (role: string, column: string, blank: string) =>
      `${column} = case when ${erased(role)} then ${blank} else s.${column} end`;
    const own = [
      'borrower_email',
      'borrower_phone',
      'address_id',
      'line1',
      'line2',
      'city',
      'state',
      'postal_code',
      'country',
    ];
    return `
    update ledger_boarding_loan s set
      ${unless('primary', 'borrower_name', `'${ERASED_NAME}'`)},
      ${own.map((column) => unless('primary', column, 'null')).join(', ')},
      ${unless('co_borrower', 'co_borrower_name', `case when s.co_borrower_name is null then null else '${ERASED_NAME}' end`)},
      ${['co_borrower_email', 'co_borrower_phone'].map((column) => unless('co_borrower', column, 'null')).join(', ')}
     where s.organization_id = ${p.organizationId} and ${scope('s.organization_id')} and s.boarding_id = ${p.id}
       and (${erased('primary')} or ${erased('co_borrower')})`;
  },
});
