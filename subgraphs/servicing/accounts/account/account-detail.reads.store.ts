import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import { percentInText } from '../../../../core/db/percent.js';
import { statement } from '../../../../core/db/statement.js';
import { LOAN_OF_ACCOUNT, LOAN_WITHIN, OF_PRODUCT } from '../../../../ledger/store/stored-loan.js';
import { BORROWERS_OF_ROW, type BorrowerOfRow } from './borrower.reads.store.js';

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
/** Past due is also null when the loan system has never reported it. */
const LATEST = columns('PastDueSnapshot', 'latest', [
  'nextDueOn',
  'nextDueCents',
  'pastDueCents',
  'oldestUnpaidOn',
]).orNull();

/** Whether its organization accepts new payments and accounts. */
const OWNER = columnsAs('Organization', 'owner', { hasActiveOrganization: 'isActive' });

/** The stored part of what the detailed record adds to the list row. */
export type AccountDetailRow = RowOf<typeof ACCOUNT> & RowOf<typeof RATE> & RowOf<typeof LATEST> & RowOf<typeof OWNER>;

/** The joins from an account to its details. */
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
 * The latest snapshot is the one for the loan system's current business day: snapshots are written for that day, never
 * for a later one.
 */
export const accountDetailsByIds = statement({
  name: 'account.details_by_ids',
  takes: { ids: 'Account.id[]' },
  gives: [ACCOUNT, RATE, LATEST, OWNER],
  text: ({ scope, oneOf }) => `
    select ${ACCOUNT}, ${ANNUAL_RATE}, ${LATEST}, ${OWNER} ${FROM}
    where ${oneOf('a.id', 'ids')} and ${scope('a.organization_id')}`,
});

/** Columns of the list row that the details do not include. */
const OTHERS = columns('Account', 'a', [
  'primaryBorrowerPartyId',
  'externalContractNumber',
  'externalAccountNumber',
  'currentBalanceCents',
  'createdAt',
]);
const BORROWERS = derived({ borrowers: 'json' }).as<{ borrowers: readonly BorrowerOfRow[] }>();

/** One complete account: its list row, its details, its borrowers, and the ledger's loan if it has one there. */
export const wholeAccount = statement({
  name: 'account.whole',
  takes: { id: 'Account.id' },
  gives: [ACCOUNT, OTHERS, RATE, LATEST, OWNER, BORROWERS, LOAN_WITHIN],
  text: ({ p, scope }) => `
    select ${ACCOUNT}, ${OTHERS}, ${ANNUAL_RATE}, ${LATEST}, ${OWNER}, borrowed.borrowers, ${LOAN_WITHIN} ${FROM}
    cross join lateral (${BORROWERS_OF_ROW}) borrowed
    ${LOAN_OF_ACCOUNT} ${OF_PRODUCT}
    where a.id = ${p.id} and ${scope('a.organization_id')}`,
});
