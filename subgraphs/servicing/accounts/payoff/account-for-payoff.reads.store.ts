import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { centsInTransit } from '../../../../loan-model/projection/cents-in-transit-sql.js';

const ACCOUNT = columnsAs('Account', 'a', {
  accountId: 'id',
  organizationId: 'organizationId',
  loanSystemCode: 'loanSystemCode',
  externalId: 'externalId',
  contractNumber: 'externalContractNumber',
  accountNumber: 'externalAccountNumber',
});
const LENDER = columns('Organization', 'lender', ['legalName']);
const UNSETTLED = derived({ unsettledCents: 'int8' });

/** An account with the data for a payoff quote, and its lender. */
export type PayoffAccountRow = RowOf<typeof ACCOUNT> & RowOf<typeof LENDER> & RowOf<typeof UNSETTLED>;

const ofAccount = (row: string) => `${row}.organization_id = a.organization_id and ${row}.account_id = a.id`;

/**
 * Unsettled payments are on their way to the loan system, or may already have arrived: its quote may not include them.
 */
export const payoffAccount = statement({
  name: 'payoff.account',
  takes: { id: 'Account.id' },
  gives: [ACCOUNT, LENDER, UNSETTLED],
  text: ({ p, scope }) => `
    select ${ACCOUNT}, ${LENDER}, (${centsInTransit(ofAccount)}) as "unsettledCents"
    from account a
    join organization lender on lender.id = a.organization_id
    where a.id = ${p.id} and ${scope('a.organization_id')}`,
});
