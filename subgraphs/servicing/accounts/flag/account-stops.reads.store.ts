import { FLAG_STOPS } from '../../../../core/contract/account-flag.js';
import { columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { dayOfOrganization, isStopped } from '../../../../loan-model/flags/flag-stops-sql.js';

const ACCOUNT = columnsAs('Account', 'a', { accountId: 'id' });
const STOPS = derived({ stops: 'text[]' });
export type StopsOfLoan = RowOf<typeof ACCOUNT> & RowOf<typeof STOPS>;

/** What the flags of several loans stop today. */
export const stopsOfAccounts = statement({
  name: 'account_flag.stops_of_accounts',
  takes: { accountIds: 'Account.id[]', today: 'date' },
  gives: [ACCOUNT, STOPS],
  text: ({ p, scope, oneOf }) => {
    const day = dayOfOrganization(p.today, 'a.organization_id');
    const each = FLAG_STOPS.map((what) => {
      const loan = { organizationId: 'a.organization_id', accountId: 'a.id', day, what };
      return `case when ${isStopped(loan)} then '${what}' end`;
    });
    return `
    select ${ACCOUNT}, array_remove(array[${each.join(', ')}], null) as stops from account a
     where ${oneOf('a.id', 'accountIds')} and ${scope('a.organization_id')}`;
  },
});
