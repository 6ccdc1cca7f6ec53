import type { LEDGER_ACCOUNT_NAMES } from '../../../core/contract/ledger-accounts.js';
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

/**
 * Accounts that ordinary payments post to: most entries have lines on them. The lines on all others have an index by
 * account (`ledger_line_rare_account_idx`).
 */
const COMMON_ACCOUNTS: readonly (typeof LEDGER_ACCOUNT_NAMES)[number][] = [
  'cash',
  'principal_receivable',
  'interest_receivable',
  'fee_receivable',
  'interest_income',
];

/** Whether most entries have a line on it. */
export function isCommonAccount(ledgerAccount: string): boolean {
  return COMMON_ACCOUNTS.some((common) => common === ledgerAccount);
}

/** The condition of that index. */
const IS_ON_RARE_ACCOUNT = `l.ledger_account not in (${COMMON_ACCOUNTS.map((account) => `'${account}'`).join(', ')})`;

/** The filters for entries `e` and their lines `l`. */
export function journalFiltered(p: StatementTools<JournalFilters>['p']): string {
  return `e.effective_on between ${p.least}::date and ${p.most}::date
    and (${p.type}::text is null or e.type = ${p.type}::text)
    and (${p.ledgerAccount}::text is null or l.ledger_account = ${p.ledgerAccount}::text)
    and (${p.referenceNumber}::text is null or e.reference_number = ${p.referenceNumber}::text::bigint)`;
}

/**
 * A page of lines, latest entry first.
 *
 * @param from - SQL of entries `e` with their lines `l`
 */
function linePage(name: string, from: (p: StatementTools<JournalFilters>['p']) => string) {
  return statement({
    name,
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
        from ${from(p)}
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
}

/** Entries with their lines: a page stops at its last line, along the index (organization, business day, reference number). */
const ENTRIES = `ledger_entry e
        join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number
        where e.organization_id = organization.id and l.organization_id = organization.id`;

const byDay = linePage('journal.lines', () => ENTRIES);

/** The lines of one entry, by its key. */
const ofEntry = linePage(
  'journal.lines_of_entry',
  (p) => `${ENTRIES} and e.reference_number = ${p.referenceNumber}::text::bigint`,
);

/** All lines on a rare account, each with its entry by its key: for an account with few lines. */
const ofRareAccount = linePage(
  'journal.lines_of_rare_account',
  (p) => `ledger_line l
        cross join lateral (select * from ledger_entry entry
          where entry.organization_id = l.organization_id and entry.reference_number = l.reference_number limit 1) e
        where l.organization_id = organization.id and l.ledger_account = ${p.ledgerAccount}::text and ${IS_ON_RARE_ACCOUNT}`,
);

/** How many lines a rare account has in each organization, up to `atMost`. */
export const countLinesOfRareAccount = statement({
  name: 'journal.count_lines_of_rare_account',
  across: 'lenders',
  takes: { ledgerAccount: 'text', atMost: 'int8' },
  gives: derived({ organizationId: 'Organization.id', lines: 'int8' }),
  text: ({ p, scope }) => `
    select organization.id as "organizationId", count(*) as lines from organization cross join lateral (
      select from ledger_line l
       where l.organization_id = organization.id and l.ledger_account = ${p.ledgerAccount} and ${IS_ON_RARE_ACCOUNT}
       limit ${p.atMost}) found
     where ${scope('organization.id')} group by organization.id`,
});

/** The same list by each way of finding its lines: a cursor of one continues in another. */
const listBy = (statement: typeof byDay): ListDefinition<JournalFilters, After, JournalLineRow> => ({
  name: 'journal_lines',
  statement,
  /** Before every entry. */
  start: { afterOn: AFTER_EVERY_DATE, afterReference: '9223372036854775807', afterLine: '0' },
  positionOf: ({ effectiveOn, referenceNumber, lineNumber }) => ({
    afterOn: effectiveOn,
    afterReference: String(referenceNumber),
    afterLine: String(lineNumber),
  }),
});

export const LINES_BY_DAY = listBy(byDay);
export const LINES_OF_ENTRY = listBy(ofEntry);
export const LINES_OF_RARE_ACCOUNT = listBy(ofRareAccount);
