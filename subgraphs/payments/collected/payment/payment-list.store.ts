import { sortedList } from '../../../../core/db/sorted-lists/sorted-list.js';
import { loanColumns } from '../../account/loan-columns-sql.js';
import { PAYMENT_AND_REVERSAL, SELECTED_PAYMENT, WITH_REVERSAL } from './collected-payment.reads.store.js';
import { FILTERS, filtered } from './payment-search.store.js';

const LOAN = loanColumns('c');
const REFERENCE = 'coalesce(c.external_reference, c.reference_number::text)';

/** Every payment that the filters of the list match, by any column. */
export const PAYMENT_LIST = sortedList({
  name: 'collected_payment',
  across: 'lenders',
  filters: FILTERS,
  where: filtered,
  table: 'collected_payment c',
  alias: 'c',
  selectJoins: WITH_REVERSAL,
  gives: SELECTED_PAYMENT,
  select: PAYMENT_AND_REVERSAL,
  idColumn: 'id',
  cents: 'c.amount_cents',
  /** Money that was received and not reversed, or whose outcome is not known yet. */
  counting: `c.status in ('posted', 'pending', 'pending_confirmation', 'reversal_pending')`,
  sorts: {
    recorded: { sql: 'c.id', type: 'text', isIndexed: true },
    amount: { sql: 'c.amount_cents', type: 'int8', isIndexed: true },
    status: { sql: 'c.status::text', type: 'text' },
    ...LOAN.sorts,
    method: { sql: 'c.payment_method::text', type: 'text' },
    applied: { sql: 'c.effective_date', type: 'date' },
    reference: { sql: REFERENCE, type: 'text' },
    recorded_by: { sql: 'c.recorded_by', type: 'text' },
  },
  csv: [
    { heading: 'Recorded', sql: 'c.created_at', kind: 'instant' },
    { heading: 'Amount', sql: 'c.amount_cents', kind: 'cents' },
    { heading: 'Status', sql: 'c.status', kind: 'number' },
    ...LOAN.csv,
    { heading: 'Method', sql: 'c.payment_method', kind: 'number' },
    { heading: 'Applied', sql: 'c.effective_date', kind: 'date' },
    { heading: 'External reference', sql: 'c.external_reference', kind: 'text' },
    { heading: 'Reference number', sql: 'c.reference_number', kind: 'number' },
    { heading: 'Reversed', sql: 'r.reversed_at', kind: 'instant' },
    { heading: 'Recorded by', sql: 'c.recorded_by', kind: 'text' },
    { heading: 'Payment ID', sql: 'c.id', kind: 'number' },
    { heading: 'Account ID', sql: 'c.account_id', kind: 'number' },
  ],
});
