import { folded } from '../../../../core/db/folded-text-sql.js';
import { sortedList } from '../../../../core/db/sorted-lists/sorted-list.js';
import type { ParametersOf, StatementTools } from '../../../../core/db/statement.js';
import { isInQueue, LATEST_SNAPSHOT, WAS_PAST_DUE } from '../../../../loan-model/collections/is-in-queue-sql.js';
import { dayOfOrganization } from '../../../../loan-model/flags/flag-stops-sql.js';
import { BORROWER, LENDER, NUMBER } from '../account/account-list-sql.js';
import { daysPastDueOf, FOUND, SELECT_FOUND } from '../account/account-search.store.js';
import { ASSIGNMENT_OF_LOAN, isUnassigned } from './collection-sql.js';

const FILTERS = {
  /** A `CollectionQueueView`; `actor` is the operator who asks. */
  view: 'text',
  actor: 'text',
  /** A loan that was taken until then is free. */
  at: 'timestamptz',
  leastDaysPastDue: 'int8?',
  mostDaysPastDue: 'int8?',
  /** The lenders' day. */
  today: 'date',
} as const;
export type CollectionListFilters = ParametersOf<typeof FILTERS>;
type Tools = StatementTools<CollectionListFilters>['p'];

/** Days since the due date of the oldest unpaid installment sort like that date: no day is needed for it. */
const DAYS = `coalesce(date '9999-12-31' - latest.oldest_unpaid_on, 0)`;
const LAST_CONTACT = `(select max(n.created_at) from account_note n where n.organization_id = a.organization_id
  and n.account_id = a.id and n.kind in ('call', 'email', 'letter'))`;

/** The collection queue, by any column. Amounts are those past due. */
export const COLLECTION_LIST = sortedList({
  name: 'collection_queue',
  across: 'lenders',
  filters: FILTERS,
  where: (
    p,
  ) => `${WAS_PAST_DUE} and ${isInQueue('latest.past_due_cents', dayOfOrganization(p.today, 'a.organization_id'))}
    and ${hasDays(p)} and ${isOfView(p)}`,
  table: 'account a',
  alias: 'a',
  joins: ` ${LATEST_SNAPSHOT} ${ASSIGNMENT_OF_LOAN}`,
  gives: FOUND,
  select: SELECT_FOUND,
  idColumn: 'id',
  cents: 'latest.past_due_cents',
  sorts: {
    borrower: { sql: folded('b.display_name'), type: 'text', joins: BORROWER },
    loan: { sql: NUMBER, type: 'text' },
    days_past_due: { sql: `(${DAYS})::bigint`, type: 'int8' },
    past_due: { sql: 'latest.past_due_cents', type: 'int8' },
    last_contact: { sql: LAST_CONTACT, type: 'timestamptz' },
    follow_up: { sql: 'c.follow_up_on', type: 'date' },
    lender: { sql: folded('owner.display_name'), type: 'text', joins: LENDER },
  },
  csv: [
    {
      heading: 'Borrower',
      sql: (p) => `case when ${p['showsNames']}::boolean then b.display_name end`,
      kind: 'text',
      joins: BORROWER,
    },
    { heading: 'Contract number', sql: 'a.external_contract_number', kind: 'text' },
    { heading: 'Account number', sql: 'a.external_account_number', kind: 'text' },
    { heading: 'Days past due', sql: (p) => daysOn(p['today'] ?? ''), kind: 'number' },
    { heading: 'Past due', sql: 'latest.past_due_cents', kind: 'cents' },
    { heading: 'Last contact', sql: LAST_CONTACT, kind: 'instant' },
    { heading: 'Follow up from', sql: 'c.follow_up_on', kind: 'date' },
    { heading: 'Assigned to', sql: 'c.assigned_to', kind: 'text' },
    {
      heading: 'Taken by',
      sql: (p) => `case when c.taken_until > ${p['at']}::timestamptz then c.taken_by end`,
      kind: 'text',
    },
    { heading: 'Lender', sql: 'owner.display_name', kind: 'text', joins: LENDER },
    { heading: 'Account ID', sql: 'a.id', kind: 'number' },
  ],
});

function daysOn(today: string): string {
  return daysPastDueOf('latest', dayOfOrganization(today, 'a.organization_id'));
}

function hasDays(p: Tools): string {
  return `((${p.leastDaysPastDue}::bigint is null and ${p.mostDaysPastDue}::bigint is null)
      or ${daysOn(p.today)} between coalesce(${p.leastDaysPastDue}::bigint, 0) and coalesce(${p.mostDaysPastDue}::bigint, 1000000))`;
}

/** Loans that the operator took are among the operator's; loans of another operator are not unassigned. */
function isOfView(p: Tools): string {
  return `case ${p.view}::text
      when 'mine' then c.assigned_to = ${p.actor}::text or (c.taken_by = ${p.actor}::text and c.taken_until > ${p.at}::timestamptz)
      when 'unassigned' then ${isUnassigned('c')} and coalesce(c.taken_until, '-infinity') <= ${p.at}::timestamptz
      else true end`;
}
