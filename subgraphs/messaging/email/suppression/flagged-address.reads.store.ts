import { columns } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { isStopped } from '../../../../loan-model/flags/flag-stops-sql.js';

/** A borrower with this address, ignoring case, on a loan whose flags stop marketing. Uses the index `person_email_idx`. */
export const borrowerNotToMarketTo = statement({
  name: 'suppression.borrower_with_flag',
  takes: { organizationId: 'Person.organizationId', address: 'text', today: 'date' },
  gives: columns('Person', 'b', ['id']),
  text: ({ p, scope }) => {
    const loan = { organizationId: 'b.organization_id', accountId: 'borrowed.id', day: p.today };
    return `
    select b.id from person b cross join lateral (
        select a.id from account a where a.organization_id = b.organization_id and a.primary_borrower_party_id = b.id
        union all
        select ab.account_id from account_borrower ab where ab.organization_id = b.organization_id and ab.person_id = b.id
      ) borrowed
     where b.organization_id = ${p.organizationId} and ${scope('b.organization_id')}
       and lower(b.email) = lower(${p.address}::text) and ${isStopped({ ...loan, what: 'marketing' })}
     limit 1`;
  },
});
