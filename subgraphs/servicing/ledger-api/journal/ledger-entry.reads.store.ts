import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import { AFTER_EVERY_DATE, type ListDefinition, mergedAcrossOrganizations } from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';
import type { EntryType, LedgerAccount } from '../../../../ledger/journal.js';

const ENTRY = columns('LedgerEntry', 'e', [
  'referenceNumber',
  'organizationId',
  'type',
  'effectiveOn',
  'postedAt',
  'externalReference',
  'reversesReference',
  'reallocatesReference',
  'becauseOfReference',
  'memo',
]).as<{ type: EntryType }>();

/** A line as read, in the order of the entry. */
export interface EntryLine {
  readonly ledgerAccount: LedgerAccount;
  /** Debit positive, credit negative. */
  readonly amountCents: number;
}

const OF_ENTRY = derived({ accountId: 'text?', lines: 'json' }).as<{ lines: readonly EntryLine[] }>();

export type LedgerEntryRow = RowOf<typeof ENTRY> & RowOf<typeof OF_ENTRY>;

/**
 * The account is found by the loan's identifier among the loan systems that are ledgers: another system may use the
 * same number.
 */
const besideOf = (organizationId: string) => `
  (select a.id from loan_system s
     join account a on a.loan_system_code = s.code and a.organization_id = ${organizationId} and a.external_id = e.loan_id
    where s.kind = 'ledger' limit 1) as "accountId",
  (select coalesce(json_agg(json_build_object('ledgerAccount', l.ledger_account, 'amountCents', l.amount_cents)
     order by l.line_number), '[]')
     from ledger_line l where l.organization_id = ${organizationId} and l.reference_number = e.reference_number) as lines`;

const FILTERS = { least: 'date', most: 'date', type: 'text?', ledgerAccount: 'text?' } as const;
type Filters = ParametersOf<typeof FILTERS>;
/** Reference numbers as text: JavaScript numbers cannot hold the bounds of int8. */
const AFTER = { afterOn: 'date', afterReference: 'text' } as const;
type After = ParametersOf<typeof AFTER>;

type Places = Readonly<Record<keyof Filters | keyof After, string>>;

/** Filters for entries `e` of one organization. */
const narrowed = (
  p: Places,
  organizationId = 'e.organization_id',
) => `e.effective_on between ${p.least}::date and ${p.most}::date
  and (e.effective_on, e.reference_number) < (${p.afterOn}::date, ${p.afterReference}::text::bigint)
  and (${p.type}::text is null or e.type = ${p.type})
  and (${p.ledgerAccount}::text is null or exists (
    select from ledger_line named where named.organization_id = ${organizationId}
      and named.reference_number = e.reference_number and named.ledger_account = ${p.ledgerAccount}))`;

/** Latest first, using the index (organization, business day, reference number). */
const entryPage = statement({
  name: 'ledger_journal.page',
  takes: { ...FILTERS, ...AFTER, limit: 'int8' },
  gives: [ENTRY, OF_ENTRY],
  text: ({ p, scope, only }) =>
    mergedAcrossOrganizations({
      rows: `select ${ENTRY}, ${besideOf('e.organization_id')} from ledger_entry e where e.organization_id = organization.id and ${narrowed(p)}`,
      order: 'e.effective_on desc, e.reference_number desc',
      mergedOrder: '"effectiveOn" desc, "referenceNumber" desc',
      limit: p.limit,
      scope,
      only,
    }),
});

type OfLoan = Filters & { organizationId: string; loanId: string };

/**
 * For one loan, using its own index: all of its entries are read and sorted, so that the query never scans the days of
 * all loans instead. Every table is filtered by the organization's value: with a limited subquery, a distributing
 * engine could not see otherwise on which shard the rows are.
 */
const entryPageOfLoan = statement({
  name: 'ledger_journal.page_of_loan',
  takes: {
    ...FILTERS,
    ...AFTER,
    organizationId: 'LedgerEntry.organizationId',
    loanId: 'LedgerEntry.loanId',
    limit: 'int8',
  },
  gives: [ENTRY, OF_ENTRY],
  text: ({ p, scope }) => `
    select ${ENTRY}, ${besideOf(p.organizationId)} from (
      select own.* from ledger_entry own
      where own.organization_id = ${p.organizationId} and own.loan_id = ${p.loanId} and ${scope('own.organization_id')}
      order by own.reference_number offset 0) e
    where ${narrowed(p, p.organizationId)}
    order by e.effective_on desc, e.reference_number desc limit ${p.limit}`,
});

/** After every reference number. */
const start: After = { afterOn: AFTER_EVERY_DATE, afterReference: '9223372036854775807' };
const positionOf = ({ effectiveOn, referenceNumber }: LedgerEntryRow): After => ({
  afterOn: effectiveOn,
  afterReference: String(referenceNumber),
});

export const LEDGER_ENTRIES: ListDefinition<Filters, After, LedgerEntryRow> = {
  name: 'ledger_entries',
  statement: entryPage,
  start,
  positionOf,
};

export const LEDGER_ENTRIES_OF_LOAN: ListDefinition<OfLoan, After, LedgerEntryRow> = {
  name: 'ledger_entries_of_loan',
  statement: entryPageOfLoan,
  start,
  positionOf,
};
