import { cellOf, cellsOf } from '../../../core/db/sorted-lists/csv-cells.js';
import type { CsvColumn } from '../../../core/db/sorted-lists/sorted-list-source.js';
import { statement } from '../../../core/db/statement.js';
import { ACCOUNT_OF_ENTRY, JOURNAL_FILTERS, journalFiltered } from './journal-lines.store.js';

const COLUMNS: readonly CsvColumn[] = [
  { heading: 'Lender', sql: 'organization.display_name', kind: 'text' },
  { heading: 'Business day', sql: 'e.effective_on', kind: 'date' },
  { heading: 'Reference number', sql: 'e.reference_number', kind: 'number' },
  { heading: 'Line', sql: 'l.line_number', kind: 'number' },
  { heading: 'Type', sql: 'e.type', kind: 'text' },
  { heading: 'Ledger account', sql: 'l.ledger_account', kind: 'text' },
  { heading: 'Debit', sql: 'case when l.amount_cents > 0 then l.amount_cents end', kind: 'cents' },
  { heading: 'Credit', sql: 'case when l.amount_cents < 0 then -l.amount_cents end', kind: 'cents' },
  {
    heading: 'Borrower',
    sql: (p) => `case when ${p['showsNames']}::boolean then b.display_name end`,
    kind: 'text',
  },
  { heading: 'Contract number', sql: 'loan.external_contract_number', kind: 'text' },
  { heading: 'Account number', sql: 'loan.external_account_number', kind: 'text' },
  { heading: 'Reverses', sql: 'e.reverses_reference', kind: 'number' },
  { heading: 'Created', sql: 'e.posted_at', kind: 'instant' },
  { heading: 'Account ID', sql: 'loan.id', kind: 'number' },
];

/** The same lines as cells, in the order of the page. */
export const journalCsv = statement({
  name: 'journal.csv',
  across: 'lenders',
  takes: { ...JOURNAL_FILTERS, showsNames: 'bool' },
  gives: cellsOf(COLUMNS),
  text: ({ p, scope }) => `
    select ${COLUMNS.map((column) => `(${cellOf(column, p)})::text as "${column.heading}"`).join(', ')}
    from organization
    join ledger_entry e on e.organization_id = organization.id
    join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number
    left join lateral (
      select a.id, a.external_contract_number, a.external_account_number, a.primary_borrower_party_id
      ${ACCOUNT_OF_ENTRY}) loan on true
    left join person b on b.organization_id = e.organization_id and b.id = loan.primary_borrower_party_id
    where ${scope('organization.id')} and ${scope('e.organization_id')} and ${journalFiltered(p)}
    order by e.effective_on desc, e.reference_number desc, l.line_number`,
});
