import { derived, type RowOf } from '../../../core/db/columns.js';
import { cellOf, cellsOf } from '../../../core/db/sorted-lists/csv-cells.js';
import type { CsvColumn } from '../../../core/db/sorted-lists/sorted-list-source.js';
import { statement } from '../../../core/db/statement.js';
import { LEDGER_ACCOUNTS } from '../../../ledger/journal.js';

const RANGE = { least: 'date', most: 'date' } as const;
const FILTERS = { ...RANGE, type: 'text?' } as const;

const isOfType = (type: string) => `and (${type}::text is null or e.type = ${type}::text)`;

/**
 * The lines of one organization's entries for a range of business days, along the index (organization, business day,
 * reference number).
 */
const linesOf = (p: { readonly least: string; readonly most: string }) => `
  from ledger_entry e
  join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number
  where e.organization_id = organization.id and e.effective_on between ${p.least}::date and ${p.most}::date`;

const SUMS = `
  coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0)::bigint as debit_cents,
  coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0), 0)::bigint as credit_cents,
  sum(l.amount_cents)::bigint as net_cents`;

/** Named and ordered like the file's columns. */
const DAY = derived({
  organization_id: 'Organization.id',
  effective_on: 'LedgerEntry.effectiveOn',
  ledger_account: 'LedgerLine.ledgerAccount',
  debit_cents: 'int8',
  credit_cents: 'int8',
  net_cents: 'int8',
});
export type GeneralLedgerDayRow = RowOf<typeof DAY>;

/** The totals of each ledger account per business day; the net amounts of an organization and day sum to zero. */
export const generalLedgerCsv = statement({
  name: 'general_ledger.csv',
  across: 'lenders',
  takes: RANGE,
  gives: DAY,
  text: ({ p, scope }) => `
    select ${DAY.given.map(({ name }) => `day.${name}`).join(', ')}
    from organization
    cross join lateral (
      select e.organization_id, e.effective_on, l.ledger_account, ${SUMS} ${linesOf(p)}
      group by e.organization_id, e.effective_on, l.ledger_account) day
    where ${scope('organization.id')} and ${scope('day.organization_id')}
    order by day.effective_on, day.organization_id, day.ledger_account`,
});

const TOTAL = derived({
  organizationId: 'Organization.id',
  ledgerAccount: 'LedgerLine.ledgerAccount',
  debitCents: 'int8',
  creditCents: 'int8',
  netCents: 'int8',
  lines: 'int8',
});
export type GeneralLedgerTotalRow = RowOf<typeof TOTAL>;

/** The same for the whole range, by organization. */
export const generalLedgerTotals = statement({
  name: 'general_ledger.totals',
  across: 'lenders',
  takes: FILTERS,
  gives: TOTAL,
  text: ({ p, scope }) => `
    select total.organization_id as "organizationId", total.ledger_account as "ledgerAccount",
      total.debit_cents as "debitCents", total.credit_cents as "creditCents", total.net_cents as "netCents", total.lines
    from organization
    cross join lateral (
      select e.organization_id, l.ledger_account, ${SUMS}, count(*) as lines
      ${linesOf(p)} ${isOfType(p.type)}
      group by e.organization_id, l.ledger_account) total
    where ${scope('organization.id')} and ${scope('total.organization_id')}
    order by total.ledger_account, total.organization_id`,
});

const FILE: readonly CsvColumn[] = [
  { heading: 'Lender', sql: 'organization.display_name', kind: 'text' },
  { heading: 'Ledger account', sql: 'total.ledger_account', kind: 'text' },
  { heading: 'Debits', sql: 'total.debit_cents', kind: 'cents' },
  { heading: 'Credits', sql: 'total.credit_cents', kind: 'cents' },
  { heading: 'Net', sql: 'total.net_cents', kind: 'cents' },
  { heading: 'Journal lines', sql: 'total.lines', kind: 'number' },
  { heading: 'Organization ID', sql: 'organization.id', kind: 'number' },
];

/** The same as the cells of a file: one row per lender and ledger account, in the order of the chart. */
export const generalLedgerFileRows = statement({
  name: 'general_ledger.file',
  across: 'lenders',
  takes: FILTERS,
  gives: cellsOf(FILE),
  text: ({ p, scope }) => `
    select ${FILE.map((column) => `(${cellOf(column, p)})::text as "${column.heading}"`).join(', ')}
    from organization
    cross join lateral (
      select e.organization_id, l.ledger_account, ${SUMS}, count(*) as lines
      ${linesOf(p)} ${isOfType(p.type)}
      group by e.organization_id, l.ledger_account) total
    where ${scope('organization.id')} and ${scope('total.organization_id')}
    order by organization.display_name, organization.id,
      array_position(array[${LEDGER_ACCOUNTS.map((name) => `'${name}'`).join(', ')}], total.ledger_account)`,
});
