import type { Transaction } from '../../../../core/db/database.js';
import { newId } from '../../../../core/ids/ids.js';
import { insertExceptions, reopenDifferences, writeDifferences } from './difference.store.js';
import type { FoundDifference } from './posting-differences.reads.store.js';
import { type ComparisonPosition, ENTRY_TYPES, type Entry, type LoanMark, type PageRead } from './side-interface.js';
import { markLoans, stageEntries } from './staged-entries-and-loans.store.js';

/** Writes a page in the transaction that advances its comparison. */
export async function writePage(
  tx: Transaction,
  at: ComparisonPosition,
  {
    write,
    entries = [],
    loans = [],
    differences = [],
  }: Pick<Extract<PageRead, { kind: 'read' }>, 'write' | 'entries' | 'loans' | 'differences'>,
): Promise<void> {
  await write?.(tx);
  for (const about of ENTRY_TYPES) {
    await stage(
      tx,
      at,
      about,
      entries.filter((entry) => entry.about === about),
    );
  }
  if (loans.length > 0) await mark(tx, at, loans);
  if (differences.length > 0) await note(tx, at, differences);
}

async function stage(
  tx: Transaction,
  { principal, key }: ComparisonPosition,
  about: Entry['about'],
  entries: readonly Entry[],
): Promise<void> {
  // If an identifier occurs twice in one page, the last entry counts: one statement may not write a row twice.
  const rows = [...new Map(entries.map((entry) => [entry.externalId, entry])).values()];
  if (rows.length === 0) return;
  await tx.many(principal, stageEntries, {
    ...key,
    about,
    externalIds: rows.map(({ externalId }) => externalId),
    references: rows.map(({ reference }) => reference),
    amounts: rows.map(({ amountCents }) => (amountCents === null ? null : String(amountCents))),
    reversed: rows.map(({ isReversed }) => String(isReversed)),
    days: rows.map(({ effectiveOn }) => effectiveOn),
    loans: rows.map(({ loan }) => loan),
  });
}

async function mark(
  tx: Transaction,
  { principal, look, key }: ComparisonPosition,
  loans: readonly LoanMark[],
): Promise<void> {
  await tx.many(principal, markLoans, {
    ...key,
    code: look.subject,
    externalIds: loans.map(({ externalId }) => externalId),
    revisions: loans.map(({ revision }) => revision),
    read: loans.map(({ isRead }) => String(isRead)),
  });
}

/** The same difference is the same exception, however often it is found. */
async function note(
  tx: Transaction,
  { principal, key }: ComparisonPosition,
  differences: readonly FoundDifference[],
): Promise<void> {
  const given = {
    ...key,
    ids: differences.map(() => newId()),
    kinds: differences.map(({ kind }) => kind),
    references: differences.map(({ reference }) => reference),
    accounts: differences.map(({ accountId }) => accountId),
    ours: differences.map(({ ours }) => ours),
    theirs: differences.map(({ theirs }) => theirs),
  };
  await tx.many(principal, reopenDifferences, given);
  await tx.many(principal, insertExceptions, given);
  await tx.many(principal, writeDifferences, given);
}
