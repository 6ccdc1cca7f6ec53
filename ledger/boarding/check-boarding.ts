import type { Transaction } from '../../core/db/database.js';
import { lockAgainstErasure } from '../../core/erasure/erased-placeholders-and-digests.js';
import type { Clock } from '../../core/time/clock.js';
import { isoInstant } from '../../core/time/dates.js';
import { BOARDING, type BoardingRow, findWriting, lockOrganization, markChecked } from './boarding.store.js';
import {
  controlOf,
  differingMeasures,
  type Measure,
  NO_FIGURES,
  sumOf,
  type TieOut,
  type Unstaged,
} from './boarding-tie-out.js';
import {
  CHECKS,
  dropKnown,
  insertFileProblem,
  knownFigures,
  leftOutFigures,
  STRICT_CHECKS,
  stagedFigures,
  WARNING_CHECKS,
} from './check.store.js';
import { eraseStagedAgain } from './erase-restaged-persons.store.js';
import { dropSkippedLoans } from './skipped-loans.store.js';
import { fixProducts } from './staged-batch.store.js';
import { dropStaged } from './staging.store.js';
import { BOARDING_OVER, BUSY, STEP_TAKEN, type StepOutcome } from './step-outcome.js';
import type { WarningKind } from './warnings.js';

/** A file that arrived before this version counted rows that cannot be staged. */
const ALL_STAGED: Unstaged = { figures: NO_FIGURES, unread: [], isBroken: false };

/**
 * Decides whether a file is written. It is not if anything in it is wrong or contradicts the ledger's record of a known
 * loan. Where loans with an error are skipped, only these are left out, but a problem with the file as a whole still
 * refuses it.
 */
export async function check(
  tx: Transaction,
  { clock, pads }: { readonly clock: Clock; readonly pads: Buffer },
  boarding: BoardingRow,
): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const { organizationId } = key;
  // If two files contain the same loans, the second is compared with what the first has written.
  if ((await tx.first(BOARDING, lockOrganization, { organizationId })) === undefined) return BUSY;
  const writing = boarding.isDryRun ? undefined : await tx.first(BOARDING, findWriting, { organizationId });
  if (writing !== undefined) return { kind: 'waiting', for: { organizationId, id: writing.id } };

  await tx.first(BOARDING, lockAgainstErasure, { organizationId });
  await tx.many(BOARDING, eraseStagedAgain, key);
  const counts = { error: boarding.errors, difference: 0, warning: 0, notice: 0 };
  for (const { severity, statement } of CHECKS) {
    counts[severity] += (await tx.first(BOARDING, statement, { ...key, pads }))?.found ?? 0;
  }
  const warningCounts: Partial<Record<WarningKind, number>> = { ...boarding.warningCounts };
  for (const { kind, statement } of boarding.isStrict ? STRICT_CHECKS : WARNING_CHECKS) {
    const found = (await tx.first(BOARDING, statement, { ...key, pads }))?.found ?? 0;
    if (boarding.isStrict) counts.error += found;
    else if (found > 0) warningCounts[kind] = (warningCounts[kind] ?? 0) + found;
  }
  const unstaged = boarding.unstaged ?? ALL_STAGED;
  const tieOut = await tieOutOfFile(tx, boarding, unstaged);
  const { refusing, noted } = differing(boarding, tieOut, unstaged);
  for (const measure of refusing) await noteUntied(tx, boarding, tieOut, { measure, severity: 'error' });
  for (const measure of noted) await noteUntied(tx, boarding, tieOut, { measure, severity: 'notice' });
  counts.error += refusing.length;
  counts.notice += noted.length;
  const isWhole = await requireWhole(tx, boarding, tieOut, unstaged);
  if (!isWhole) counts.error += 1;

  const isRefused = boarding.skipsInvalid
    ? unstaged.isBroken || refusing.length > 0 || !isWhole
    : counts.error > 0 || counts.difference > 0;
  const status = boarding.isDryRun ? 'checked' : isRefused ? 'refused' : 'writing';
  if (status === 'writing') {
    await tx.many(BOARDING, dropKnown, key);
    await tx.many(BOARDING, dropSkippedLoans, key);
    await tx.many(BOARDING, fixProducts, key);
  } else await tx.many(BOARDING, dropStaged, key);
  await tx.many(BOARDING, markChecked, {
    ...key,
    status,
    errors: counts.error,
    differences: counts.difference,
    notices: counts.notice,
    warningCounts: JSON.stringify(warningCounts),
    knownLoans: tieOut.known.loans,
    tieOut: JSON.stringify(tieOut),
    isTied: differingMeasures(tieOut).length > 0 || !isWhole ? false : null,
    at: isoInstant(clock.now()),
  });
  return status === 'writing' ? STEP_TAKEN : BOARDING_OVER;
}

async function tieOutOfFile(
  tx: Transaction,
  { organizationId, id, control, skipsInvalid }: BoardingRow,
  unstaged: Unstaged,
): Promise<TieOut> {
  const key = { organizationId, id };
  const staged = await tx.first(BOARDING, stagedFigures, key);
  const known = await tx.first(BOARDING, knownFigures, key);
  const leftOut = await tx.first(BOARDING, leftOutFigures, key);
  if (staged === undefined || known === undefined || leftOut === undefined) throw new Error('a sum is one row');
  const file = sumOf(staged, unstaged.figures);
  const skipped = skipsInvalid ? sumOf(leftOut, unstaged.figures) : NO_FIGURES;
  return { control: controlOf(control), file, known, skipped, written: null, journal: null };
}

/**
 * Compares the totals. If rows could not be read, the totals may differ for that reason, so a difference then refuses
 * nothing.
 */
function differing(
  { errors, skipsInvalid }: BoardingRow,
  tieOut: TieOut,
  { unread }: Unstaged,
): { readonly refusing: readonly Measure[]; readonly noted: readonly Measure[] } {
  // The file is refused anyway.
  if (!skipsInvalid && errors > 0) return { refusing: [], noted: [] };
  const measures = differingMeasures(tieOut);
  const isUnread = (measure: Measure) => unread.includes(measure);
  return { refusing: measures.filter((measure) => !isUnread(measure)), noted: measures.filter(isUnread) };
}

const CONTROL_COLUMN: Readonly<Record<Measure, string>> = {
  loans: 'control_loans',
  transactions: 'control_transactions',
  principalCents: 'control_principal_cents',
  interestCents: 'control_interest_cents',
  feesCents: 'control_fees_cents',
  amountCents: 'control_amount_cents',
};

async function noteUntied(
  tx: Transaction,
  { organizationId, id, lines }: BoardingRow,
  { control, file }: TieOut,
  { measure, severity }: { readonly measure: Measure; readonly severity: 'error' | 'notice' },
): Promise<void> {
  const rows = severity === 'error' ? 'the file’s rows total' : 'as far as they can be read, the file’s rows total';
  const message = `the control row says ${control[measure]}, ${rows} ${file[measure]}`;
  const column = CONTROL_COLUMN[measure];
  const name = `control:${column}`;
  await tx.many(BOARDING, insertFileProblem, { organizationId, id, name, line: lines, severity, column, message });
}

/**
 * @returns whether every row that was read and staged is still stored: otherwise only part of the file would be
 *   boarded.
 */
async function requireWhole(
  tx: Transaction,
  { organizationId, id, lines, loans, transactions }: BoardingRow,
  { file }: TieOut,
  { figures }: Unstaged,
): Promise<boolean> {
  const staged = { loans: file.loans - figures.loans, transactions: file.transactions - figures.transactions };
  if (staged.loans === loans && staged.transactions === transactions) return true;
  const message = `of ${loans} loans and ${transactions} rows of history that were read, only ${staged.loans} and ${staged.transactions} are stored: send the file again`;
  const problem = { name: 'missing_rows', line: lines, severity: 'error', column: null, message };
  await tx.many(BOARDING, insertFileProblem, { organizationId, id, ...problem });
  return false;
}
