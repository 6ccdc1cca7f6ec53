import { chunksOf } from '../../core/chunks.js';
import { columns, derived, type RowOf } from '../../core/db/columns.js';
import type { Queries, Transaction } from '../../core/db/database.js';
import { sameNamed, sql } from '../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../core/db/statement.js';
import type { IsoInstant } from '../../core/time/dates.js';
import type { LoanReference } from '../../loan-model/port.js';
import type { EntryType, JournalEntry, JournalLine } from '../journal.js';
import type { Loan } from '../loan.js';
import type { HistoryEntry } from '../loan-history-from-entries.js';
import type { Opening } from '../replayable-loan-events.js';
import { entriesOfJson, LINES_OF_NUMBERED, linesOfJson } from './entries-of-json-sql.js';
import { BALANCES, balancesOf, newBalances } from './loan-balances.js';
import { LEDGER_PRINCIPAL } from './stored-loan.js';

const ENTRY = columns('LedgerEntry', 'entry', ['referenceNumber', 'loanId', 'type', 'effectiveOn', 'postedAt']).as<{
  type: EntryType;
}>();
const OF_ENTRY = derived({ lines: 'json', isReversed: 'bool' }).as<{ lines: readonly JournalLine[] }>();

/** An entry as stored in the journal. */
export type StoredEntry = RowOf<typeof ENTRY> & RowOf<typeof OF_ENTRY>;

const WRITTEN = columns('LedgerEntry', 'inserted', ['referenceNumber']).orNull();

/** The first or further entries of one operation, and the loan's state after them. */
export const JOURNAL = {
  ...BALANCES,
  entries: 'jsonb',
  /** The first entry of the operation, when these are further ones. */
  firstReference: 'int8?',
} as const;
export type JournalParameters = ParametersOf<typeof JOURNAL>;

/**
 * The parts of a statement that write entries, their lines and the loan's new balances at once. If an external
 * reference is already in use, nothing is written, and `balanced` has no row: a payment is posted at most once, even if
 * the caller crashes and retries. Otherwise it has one row, and `inserted` has the reference numbers.
 *
 * @param condition - nothing is written unless it holds
 */
export function journalParts(
  { p, scope }: Pick<StatementTools<JournalParameters>, 'p' | 'scope'>,
  condition = 'true',
): string {
  const entry = entriesOfJson(sameNamed(p, ['organizationId', 'loanId', 'postedAt']), {
    externalReference: sql(`entry->>'externalReference'`),
    reversesReference: sql(`(entry->>'reversesReference')::bigint`),
    reallocatesReference: sql(`(entry->>'reallocatesReference')::bigint`),
    becauseOfReference: sql(`case when (entry->>'isBecauseOfFirst')::boolean
      then coalesce(${p.firstReference}::bigint, (select min(first.reference_number) from numbered first)) end`),
  });
  const line = linesOfJson(p.organizationId);
  return `
    numbered as materialized (
      select nextval('ledger_entry_reference_number_seq') as reference_number, incoming.entry
      from ledger_loan loan, jsonb_array_elements(${p.entries}::jsonb) as incoming (entry)
      where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
        and ${condition}
    ), inserted as (
      insert into ${entry.into} select ${entry.values}
      from numbered
      on conflict (organization_id, external_reference) do nothing
      returning reference_number
    ), lined as (
      insert into ${line.into} select ${line.values}
      from numbered
      join inserted using (reference_number)
      cross join ${LINES_OF_NUMBERED}
    ), balanced as (
      update ledger_loan loan set ${newBalances(p)}
      where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
        and (select count(*) from inserted) = jsonb_array_length(${p.entries}::jsonb)
      returning loan.id
    )`;
}

const writeEntries = statement({
  name: 'ledger.journal.write',
  takes: JOURNAL,
  gives: WRITTEN,
  text: (tools) => `
    with ${journalParts(tools)}
    select ${WRITTEN} from balanced left join inserted on true
    order by inserted.reference_number`,
});

const LINES_OF_ENTRY = `(
        select coalesce(json_agg(json_build_object('ledgerAccount', line.ledger_account, 'amountCents', line.amount_cents)
          order by line.line_number), '[]')
        from ledger_line line
         where line.organization_id = entry.organization_id and line.reference_number = entry.reference_number)`;

const findEntry = statement({
  name: 'ledger.journal.find',
  takes: { organizationId: 'LedgerEntry.organizationId', externalReference: 'text' },
  gives: [ENTRY, OF_ENTRY],
  text: ({ p, scope }) => `
    select ${ENTRY},
      ${LINES_OF_ENTRY} as lines,
      exists (select 1 from ledger_entry reversal where reversal.organization_id = entry.organization_id
        and reversal.reverses_reference = entry.reference_number) as "isReversed"
    from ledger_entry entry
    where entry.external_reference = ${p.externalReference} and entry.organization_id = ${p.organizationId}
      and ${scope('entry.organization_id')}`,
});

const HISTORY = columns('LedgerEntry', 'entry', [
  'referenceNumber',
  'type',
  'effectiveOn',
  'accruedTo',
  'reversesReference',
  'reallocatesReference',
]).as<{ type: EntryType }>();
const DETAILS = derived({ lines: 'json', opening: 'json?' }).as<{
  lines: readonly JournalLine[];
  opening: Opening | null;
}>();
const OPENING = `(
        select json_build_object('principalCents', opening.principal_cents, 'interestCents', opening.interest_cents,
          'feesCents', opening.fees_cents, 'scheduledPaidCents', opening.scheduled_paid_cents,
          'chargedOffOn', opening.charged_off_on)
          from ledger_opening opening
         where entry.type = 'opening' and opening.organization_id = entry.organization_id
           and opening.loan_id = entry.loan_id)`;

/** Every entry of a loan, in the order of writing. */
const readEntries = statement({
  name: 'ledger.journal.of_loan',
  takes: { organizationId: 'LedgerEntry.organizationId', loanId: 'LedgerEntry.loanId' },
  gives: [HISTORY, DETAILS],
  text: ({ p, scope }) => `
    select ${HISTORY}, ${LINES_OF_ENTRY} as lines, ${OPENING} as opening
    from ledger_entry entry
    where entry.organization_id = ${p.organizationId} and entry.loan_id = ${p.loanId} and ${scope('entry.organization_id')}
    order by entry.reference_number`,
});

/** Maximum number of entries per statement: a reversal may change the allocation of any number of later payments. */
const MOST_AT_ONCE = 500;

/**
 * Writes entries and the loan's state after them; the loan is locked by this transaction.
 *
 * @returns the entries' reference numbers, in order; or `reference_in_use`, and nothing was written.
 * @throws {Error} when the reference is in use and there are further entries: the transaction must be rolled back.
 */
export async function writeJournal(
  tx: Transaction,
  loan: Loan,
  entries: readonly JournalEntry[],
  postedAt: IsoInstant,
): Promise<readonly number[] | 'reference_in_use'> {
  const written: number[] = [];
  for (const chunk of entries.length === 0 ? [entries] : chunksOf(entries, MOST_AT_ONCE)) {
    const parameters = journalParameters(loan, chunk, postedAt, written[0]);
    const rows = await tx.many(LEDGER_PRINCIPAL, writeEntries, parameters);
    if (rows.length > 0) written.push(...rows.flatMap((row) => row.referenceNumber ?? []));
    else if (entries.length === 1) return 'reference_in_use';
    // Entries of one operation are written together or not at all: throwing rolls the others back.
    else throw new Error('an external reference is already in use');
  }
  return written;
}

/** @param firstReference - of the operation's first entry, when these are further ones */
export function journalParameters(
  loan: Loan,
  entries: readonly JournalEntry[],
  postedAt: IsoInstant,
  firstReference?: number,
): JournalParameters {
  return {
    ...balancesOf(loan, postedAt),
    entries: JSON.stringify(entries),
    firstReference: firstReference ?? null,
  };
}

/** The posting on a loan under an external reference. */
export async function findPosted(
  on: Queries,
  loan: LoanReference,
  externalReference: string,
): Promise<StoredEntry | undefined> {
  const { organizationId } = loan;
  const entry = await on.first(LEDGER_PRINCIPAL, findEntry, { organizationId, externalReference });
  return entry?.loanId === loan.externalId ? entry : undefined;
}

/** The entries from which a loan's history is built. */
export function readHistory(on: Queries, { organizationId, externalId }: LoanReference): Promise<HistoryEntry[]> {
  return on.many(LEDGER_PRINCIPAL, readEntries, { organizationId, loanId: externalId });
}
