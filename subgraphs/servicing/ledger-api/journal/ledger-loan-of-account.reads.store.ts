import { columnsAs, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/**
 * An account's loan in the ledger; null when another loan system keeps it. Two systems may use the same identifiers.
 */
export const ledgerLoanOfAccount = statement({
  name: 'ledger_journal.loan_of_account',
  takes: { id: 'Account.id' },
  gives: [columnsAs('Account', 'a', { organizationId: 'organizationId' }), derived({ loanId: 'text?' })],
  text: ({ p, scope }) => `
    select a.organization_id as "organizationId", case when s.kind = 'ledger' then a.external_id end as "loanId"
    from account a
    join loan_system s on s.code = a.loan_system_code
    where a.id = ${p.id} and ${scope('a.organization_id')}`,
});
