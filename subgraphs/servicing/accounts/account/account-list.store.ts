import { folded } from '../../../../core/db/folded-text-sql.js';
import { sortedList } from '../../../../core/db/sorted-lists/sorted-list.js';
import type { ParametersOf } from '../../../../core/db/statement.js';
import { BORROWER, LENDER, NUMBER } from './account-list-sql.js';
import { daysPastDueOf, FILTERS, FOUND, filtered, idsNamedBy, SELECT_FOUND } from './account-search.store.js';

/** `namedId`: the id of an account, of a person or of a transaction; null: any account. */
const LIST_FILTERS = { ...FILTERS, namedId: 'text?' } as const;
export type AccountListFilters = ParametersOf<typeof LIST_FILTERS>;

const LATEST = ` left join lateral (select s.* from past_due_snapshot s
  where s.organization_id = a.organization_id and s.account_id = a.id order by s.as_of desc limit 1) latest on true`;
const NEXT_DUE = `nullif(a.next_due_sort_on, 'infinity')`;
/** Days since the due date of the oldest unpaid installment sort like that date: no day is needed for it. */
const DAYS = `case when latest.past_due_cents = 0 then 0 else coalesce(date '9999-12-31' - latest.oldest_unpaid_on, 0) end`;

/** Every account that the filters of the list match, by any column. */
export const ACCOUNT_LIST = sortedList({
  name: 'account',
  filters: LIST_FILTERS,
  where: (p) => `${filtered(p)} and (${p.namedId}::text is null or a.id in (${idsNamedBy(p.namedId)}))`,
  table: 'account a',
  alias: 'a',
  gives: FOUND,
  select: SELECT_FOUND,
  idColumn: 'id',
  cents: 'a.current_balance_cents',
  sorts: {
    created: { sql: 'a.id', type: 'text', isIndexed: true },
    borrower: { sql: folded('b.display_name'), type: 'text', joins: BORROWER },
    loan: { sql: NUMBER, type: 'text' },
    status: { sql: 'a.status_code::text', type: 'text' },
    balance: { sql: 'a.current_balance_cents', type: 'int8', isIndexed: true },
    past_due: { sql: 'latest.past_due_cents', type: 'int8', joins: LATEST },
    days_past_due: { sql: `(${DAYS})::bigint`, type: 'int8', joins: LATEST },
    next_due: { sql: NEXT_DUE, type: 'date' },
    amount_due: { sql: 'latest.next_due_cents', type: 'int8', joins: LATEST },
    lender: { sql: folded('owner.display_name'), type: 'text', joins: LENDER },
    loan_system: { sql: 'a.loan_system_code', type: 'text' },
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
    { heading: 'Status', sql: 'a.status_code', kind: 'number' },
    { heading: 'Principal', sql: 'a.current_balance_cents', kind: 'cents' },
    { heading: 'Past due', sql: 'latest.past_due_cents', kind: 'cents', joins: LATEST },
    { heading: 'Days past due', sql: (p) => daysPastDueOf('latest', p['today'] ?? ''), kind: 'number', joins: LATEST },
    { heading: 'Next due', sql: NEXT_DUE, kind: 'date' },
    { heading: 'Amount due', sql: 'latest.next_due_cents', kind: 'cents', joins: LATEST },
    { heading: 'Lender', sql: 'owner.display_name', kind: 'text', joins: LENDER },
    { heading: 'Loan system', sql: 'a.loan_system_code', kind: 'text' },
    { heading: 'Account ID', sql: 'a.id', kind: 'number' },
  ],
});
