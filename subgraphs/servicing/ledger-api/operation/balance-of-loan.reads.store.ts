import { columnsAs, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/** The balance of a loan of a ledger that can be charged off; 0 once it was. */
export const balanceOfLoan = statement({
  name: 'ledger_operation.balance',
  takes: { id: 'Account.id' },
  gives: [
    columnsAs('Account', 'a', { accountId: 'id', organizationId: 'organizationId' }),
    derived({ owedCents: 'int8' }),
  ],
  text: ({ p, scope }) => `
    select a.id as "accountId", a.organization_id as "organizationId",
           case when l.charged_off_on is null then l.principal_cents + l.interest_cents + l.fees_cents else 0 end as "owedCents"
      from account a join ledger_loan l on l.organization_id = a.organization_id and l.id = a.external_id
     where a.id = ${p.id} and ${scope('a.organization_id')}`,
});
