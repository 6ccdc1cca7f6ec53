import { derived, type RowOf } from '../../../core/db/columns.js';
import { AFTER_EVERY_DATE, type ListDefinition, mergedAcrossOrganizations } from '../../../core/db/paged-lists.js';
import { type ParametersOf, type StatementTools, statement } from '../../../core/db/statement.js';

const LINE = derived({
  referenceNumber: 'LedgerEntry.referenceNumber',
  lineNumber: 'LedgerLine.lineNumber',
  organizationId: 'LedgerEntry.organizationId',
  accountId: 'text?',
  type: 'LedgerEntry.type',
  effectiveOn: 'LedgerEntry.effectiveOn',
  postedAt: 'LedgerEntry.postedAt',
  ledgerAccount: 'LedgerLine.ledgerAccount',
  amountCents: 'LedgerLine.amountCents',
  reversesReference: 'int8?',
  reversesEffectiveOn: 'date?',
});
export type JournalLineRow = RowOf<typeof LINE>;

/** A reference number as text: JavaScript numbers cannot hold every int8. */
export const JOURNAL_FILTERS = {
  least: 'date',
  most: 'date',
  type: 'text?',
  ledgerAccount: 'text?',
  referenceNumber: 'text?',
} as const;
export type JournalFilters = ParametersOf<typeof JOURNAL_FILTERS>;

const AFTER = { afterOn: 'date', afterReference: 'text', afterLine: 'text' } as const;
type After = ParametersOf<typeof AFTER>;

/** The loan's account: another system than a ledger may use the same identifier. */
export const ACCOUNT_OF_ENTRY = `
  from loan_system s
  join account a on a.loan_system_code = s.code and a.organization_id = e.organization_id and a.external_id = e.loan_id
  where s.kind = 'ledger' limit 1`;

/** The filters for entries `e` and their lines `l`. */
export function journalFiltered(p: StatementTools<JournalFilters>['p']): string {
  return `e.effective_on between ${p.least}::date and ${p.most}::date
    and (${p.type}::text is null or e.type = ${p.type}::text)
    and (${p.ledgerAccount}::text is null or l.ledger_account = ${p.ledgerAccount}::text)
    and (${p.referenceNumber}::text is null or e.reference_number = ${p.referenceNumber}::text::bigint)`;
}

/**
 * The lines of the general ledger's sums, latest entry first, along the index (organization, business day, reference
 * number).
 */
const linePage = statement({
  name: 'journal.lines',
  across: 'lenders',
  takes: { ...JOURNAL_FILTERS, ...AFTER, limit: 'int8' },
  gives: LINE,
  text: ({ p, scope, only }) => {
    const position = `(${p.afterOn}::date, ${p.afterReference}::text::bigint)`;
    return mergedAcrossOrganizations({
      rows: `select e.reference_number as "referenceNumber", l.line_number as "lineNumber",
          e.organization_id as "organizationId", (select a.id ${ACCOUNT_OF_ENTRY}) as "accountId",
          e.type, e.effective_on as "effectiveOn", e.posted_at as "postedAt", l.ledger_account as "ledgerAccount",
          l.amount_cents as "amountCents", e.reverses_reference as "reversesReference",
          (select r.effective_on from ledger_entry r where r.organization_id = e.organization_id
             and r.reference_number = e.reverses_reference) as "reversesEffectiveOn"
        from ledger_entry e
        join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number
        where e.organization_id = organization.id and l.organization_id = organization.id
          and (e.effective_on, e.reference_number) <= ${position}
          and ((e.effective_on, e.reference_number) < ${position} or l.line_number > ${p.afterLine}::text::int)
          and ${journalFiltered(p)}`,
      order: 'e.effective_on desc, e.reference_number desc, l.line_number',
      mergedOrder: '"effectiveOn" desc, "referenceNumber" desc, "lineNumber"',
      limit: p.limit,
      scope,
      only,
    });
  },
});

export const JOURNAL_LINES: ListDefinition<JournalFilters, After, JournalLineRow> = {
  name: 'journal_lines',
  statement: linePage,
  /** Before every entry. */
  start: { afterOn: AFTER_EVERY_DATE, afterReference: '9223372036854775807', afterLine: '0' },
  positionOf: ({ effectiveOn, referenceNumber, lineNumber }) => ({
    afterOn: effectiveOn,
    afterReference: String(referenceNumber),
    afterLine: String(lineNumber),
  }),
};
