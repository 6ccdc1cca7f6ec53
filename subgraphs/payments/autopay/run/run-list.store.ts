import { sortedList } from '../../../../core/db/sorted-lists/sorted-list.js';
import { loanColumns } from '../../account/loan-columns-sql.js';
import { RUN_FILTERS, runsFiltered, SELECTED, SHOWN } from './autopay-run.reads.store.js';

const LOAN = loanColumns('r');
const ATTEMPTS = `(select count(*) from autopay_attempt t where t.organization_id = r.organization_id and t.run_id = r.id)`;

/** Every run that the filters of the list match, by any column. */
export const RUN_LIST = sortedList({
  name: 'autopay_run',
  across: 'lenders',
  filters: RUN_FILTERS,
  where: runsFiltered,
  table: 'autopay_run r',
  alias: 'r',
  gives: SHOWN,
  select: SELECTED,
  idColumn: 'id',
  cents: 'r.amount_cents',
  /** Money that was collected from the borrower and was not given back. */
  counting: `r.status in ('charged', 'posting', 'posted')`,
  sorts: {
    began: { sql: 'r.id', type: 'text', isIndexed: true },
    ...LOAN.sorts,
    due: { sql: 'r.due_on', type: 'date' },
    status: { sql: 'r.status::text', type: 'text' },
    reason: { sql: 'r.failure_code', type: 'text' },
    next_attempt: { sql: 'r.next_try_on', type: 'date' },
    attempts: { sql: ATTEMPTS, type: 'int8' },
    amount: { sql: 'r.amount_cents', type: 'int8' },
  },
  csv: [
    ...LOAN.csv,
    { heading: 'Began', sql: 'r.created_at', kind: 'instant' },
    { heading: 'Due', sql: 'r.due_on', kind: 'date' },
    { heading: 'Status', sql: 'r.status', kind: 'number' },
    { heading: 'Reason', sql: 'r.failure_code', kind: 'text' },
    { heading: 'Next attempt', sql: 'r.next_try_on', kind: 'date' },
    { heading: 'Attempts', sql: ATTEMPTS, kind: 'number' },
    { heading: 'Amount', sql: 'r.amount_cents', kind: 'cents' },
    { heading: 'Reference number', sql: 'r.reference_number', kind: 'number' },
    { heading: 'Run ID', sql: 'r.id', kind: 'number' },
    { heading: 'Account ID', sql: 'r.account_id', kind: 'number' },
  ],
});
