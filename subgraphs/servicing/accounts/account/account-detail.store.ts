import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { percentInText } from '../../../../core/db/percent.js';
import { statement } from '../../../../core/db/statement.js';
import { BORROWERS_OF_ROW, type BorrowerRow } from './borrower.store.js';

const ACCOUNT = columns('Account', 'a', [
  'id',
  'organizationId',
  'loanSystemCode',
  'externalId',
  'statusCode',
  'originatedOn',
  'firstDueOn',
  'maturityOn',
  'originalPrincipalCents',
  'scheduledPaymentCents',
  'termMonths',
  'chargedOffOn',
  'paidOffOn',
]);
/** Percent per year, four decimals. */
const RATE = derived({ annualRate: 'text?' });
/** Past due is null, too, where the loan system never told of it. */
const LATEST = columns('PastDueSnapshot', 'latest', [
  'nextDueOn',
  'nextDueCents',
  'pastDueCents',
  'oldestUnpaidOn',
]).orNull();

/** Whether its organization takes anything new. */
const OWNER = columnsAs('Organization', 'owner', { hasActiveOrganization: 'isActive' });

/** What the detailed record adds to the list row, as it is stored. */
export type AccountDetailRow = RowOf<typeof ACCOUNT> & RowOf<typeof RATE> & RowOf<typeof LATEST> & RowOf<typeof OWNER>;

/** An account's joins to what its details take. */
const FROM = `
    from account a
    join organization owner on owner.id = a.organization_id
    left join lateral (
      select s.* from past_due_snapshot s
      where s.organization_id = a.organization_id and s.account_id = a.id
      order by s.as_of desc limit 1
    ) latest on true`;
const ANNUAL_RATE = `${percentInText('a.annual_rate')} as "annualRate"`;

/**
 * The latest snapshot is the one that stands on the loan system's business day: snapshots are written for the day that the
 * system was on, never for one to come.
 */
export const accountDetailsByIds = statement({
  name: 'account.details_by_ids',
  takes: { ids: 'Account.id[]' },
  gives: [ACCOUNT, RATE, LATEST, OWNER],
  text: ({ scope, oneOf }) => `
    select ${ACCOUNT}, ${ANNUAL_RATE}, ${LATEST}, ${OWNER} ${FROM}
    where ${oneOf('a.id', 'ids')} and ${scope('a.organization_id')}`,
});

/** What of the list row is not in the details. */
const OTHERS = columns('Account', 'a', [
  'primaryBorrowerPartyId',
  'externalContractNumber',
  'externalAccountNumber',
  'currentBalanceCents',
  'createdAt',
]);
const BORROWERS = derived({ borrowers: 'json' }).as<{ borrowers: readonly BorrowerRow[] }>();

/** One account whole: its list row, its details and who borrows. */
export const wholeAccount = statement({
  name: 'account.whole',
  takes: { id: 'Account.id' },
  gives: [ACCOUNT, OTHERS, RATE, LATEST, OWNER, BORROWERS],
  text: ({ p, scope }) => `
    select ${ACCOUNT}, ${OTHERS}, ${ANNUAL_RATE}, ${LATEST}, ${OWNER}, borrowed.borrowers ${FROM}
    cross join lateral (${BORROWERS_OF_ROW}) borrowed
    where a.id = ${p.id} and ${scope('a.organization_id')}`,
});
