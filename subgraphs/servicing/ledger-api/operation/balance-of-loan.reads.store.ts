import { columnsAs, derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';

/** The whole balance that is owed on a loan of a ledger. */
export const balanceOfLoan = statement({
  name: 'ledger_operation.balance',
  takes: { id: 'Account.id' },
  gives: [
    columnsAs('Account', 'a', { accountId: 'id', organizationId: 'organizationId' }),
    derived({ owedCents: 'int8' }),
  ],
  text: ({ p, scope }) => `
    select a.id as "accountId", a.organization_id as "organizationId",
           l.principal_cents + l.interest_cents + l.fees_cents as "owedCents"
      from account a join ledger_loan l on l.organization_id = a.organization_id and l.id = a.external_id
     where a.id = ${p.id} and ${scope('a.organization_id')}`,
});
