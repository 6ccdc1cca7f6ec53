import { sortedList } from '../../../../core/db/sorted-lists/sorted-list.js';
import { loanColumns } from '../../account/loan-columns-sql.js';
import { DISPUTE, DISPUTE_FILTERS, disputesFiltered } from './dispute.reads.store.js';

const LOAN = loanColumns('d');

/** Every dispute that the filters of the list match, by any column. */
export const DISPUTE_LIST = sortedList({
  name: 'dispute',
  filters: DISPUTE_FILTERS,
  where: disputesFiltered,
  table: 'dispute d',
  alias: 'd',
  gives: DISPUTE,
  select: String(DISPUTE),
  idColumn: 'id',
  cents: 'd.amount_cents',
  /** Money that the bank has withheld. */
  counting: 'd.is_withdrawn',
  sorts: {
    opened: { sql: 'd.id', type: 'text', isIndexed: true },
    ...LOAN.sorts,
    status: { sql: 'd.status::text', type: 'text' },
    amount: { sql: 'd.amount_cents', type: 'int8' },
    funds: { sql: 'd.is_withdrawn::int::bigint', type: 'int8' },
    reason: { sql: 'd.reason', type: 'text' },
    evidence_due: { sql: 'd.evidence_due_by', type: 'timestamptz' },
    closed: { sql: 'd.closed_at', type: 'timestamptz' },
    processor: { sql: `d.processor || ' ' || d.external_id`, type: 'text' },
  },
  csv: [
    ...LOAN.csv,
    { heading: 'Opened', sql: 'd.opened_at', kind: 'instant' },
    { heading: 'Status', sql: 'd.status', kind: 'number' },
    { heading: 'Amount', sql: 'd.amount_cents', kind: 'cents' },
    { heading: 'Funds', sql: `case when d.is_withdrawn then 'withdrawn' else 'held' end`, kind: 'number' },
    { heading: 'Reason', sql: 'd.reason', kind: 'text' },
    { heading: 'Response needed by', sql: 'd.evidence_due_by', kind: 'instant' },
    { heading: 'Closed', sql: 'd.closed_at', kind: 'instant' },
    { heading: 'Processor', sql: 'd.processor', kind: 'text' },
    { heading: 'Processor ID', sql: 'd.external_id', kind: 'text' },
    { heading: 'Dispute ID', sql: 'd.id', kind: 'number' },
    { heading: 'Account ID', sql: 'd.account_id', kind: 'number' },
  ],
});
