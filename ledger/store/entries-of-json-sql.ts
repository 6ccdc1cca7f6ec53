import { inserted, type NewRow, sql } from '../../core/db/insert-sql.js';

type NewEntry = NewRow<'LedgerEntry'>;
type Owner = Pick<NewEntry, 'organizationId' | 'loanId' | 'postedAt'>;
type References = Pick<
  NewEntry,
  'externalReference' | 'reversesReference' | 'reallocatesReference' | 'becauseOfReference'
>;

/** The insert of journal entries from rows with a `reference_number` and an `entry` in JSON. */
export function entriesOfJson(owner: Owner, references: References) {
  return inserted('LedgerEntry', {
    referenceNumber: sql('reference_number'),
    ...owner,
    type: sql(`entry->>'type'`),
    effectiveOn: sql(`(entry->>'effectiveOn')::date`),
    accruedTo: sql(`(entry->>'accruedTo')::date`),
    ...references,
    memo: sql(`entry->>'memo'`),
  });
}

/** The insert of their lines: from `numbered`, the same rows, and `line`, each of their lines with its number. */
export function linesOfJson(organizationId: NewRow<'LedgerLine'>['organizationId']) {
  return inserted('LedgerLine', {
    referenceNumber: sql('numbered.reference_number'),
    lineNumber: sql('line.number'),
    organizationId,
    ledgerAccount: sql(`line.line->>'ledgerAccount'`),
    amountCents: sql(`(line.line->>'amountCents')::bigint`),
  });
}

export const LINES_OF_NUMBERED = `jsonb_array_elements(numbered.entry->'lines') with ordinality as line (line, number)`;
