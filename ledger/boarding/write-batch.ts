import type { Transaction } from '../../core/db/database.js';
import type { Clock } from '../../core/time/clock.js';
import { type IsoInstant, isoInstant } from '../../core/time/dates.js';
import { holdDayEnd } from '../store/day-end-store.js';
import { boardedRow } from './boarded-row.js';
import { BOARDING, type BoardingRow, markOver, markWritten } from './boarding.store.js';
import { asStored, type Figures, isTied, sumOf, type TieOut } from './boarding-tie-out.js';
import { leaveOutRefused } from './leave-out-refused-loan.store.js';
import { LoansRefused, refusalOf } from './loans-refused-by-database.js';
import { analyzeBoarded } from './planner-statistics.store.js';
import { nextStaged, type StagedLoanRow } from './staged-batch.store.js';
import { dropStaged, recordTakenNumber } from './staging.store.js';
import { BOARDING_OVER, STEP_TAKEN, type StepOutcome } from './step-outcome.js';
import { moveHistory } from './write-history.store.js';
import { writeLoans } from './write-loans.store.js';
import { reopenDayEnd, writtenFigures } from './written-totals.store.js';

/**
 * Writes the next loans of a file. A loan whose number was booked since the file was checked is skipped and reported.
 *
 * @throws {LoansRefused} when one of them cannot be written, on any attempt.
 */
export async function writeBatch(
  tx: Transaction,
  { clock, pads, batchLoans: limit }: { readonly clock: Clock; readonly pads: Buffer; readonly batchLoans: number },
  boarding: BoardingRow,
): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const loans = await tx.many(BOARDING, nextStaged, { ...key, limit });
  if (loans.length === 0) return tieOff(tx, clock, boarding, 'done');
  const at = isoInstant(clock.now());
  const { written, taken, transactions } = await write(tx, boarding, loans, { at, pads });
  for (const { line, loanNumber } of taken) await tx.many(BOARDING, recordTakenNumber, { ...key, line, loanNumber });
  await recordProgress(tx, boarding, { loans: written.length, transactions, skipped: taken, at });
  return STEP_TAKEN;
}

/** A loan that can never be written must not block the other loans of its file, nor the next file. */
export async function skipLoan(
  tx: Transaction,
  clock: Clock,
  boarding: BoardingRow,
  { loans: refused, why }: LoansRefused,
): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const [next] = await tx.many(BOARDING, nextStaged, { ...key, limit: 1 });
  // Another process wrote it in the meantime.
  if (next === undefined || next.accountId !== refused[0]?.accountId) return STEP_TAKEN;
  await tx.many(BOARDING, leaveOutRefused, { ...key, loanNumber: next.loanNumber, why });
  await recordProgress(tx, boarding, { loans: 0, transactions: 0, skipped: [next], at: isoInstant(clock.now()) });
  return STEP_TAKEN;
}

interface Written {
  readonly written: readonly StagedLoanRow[];
  /** Loans whose numbers were taken in the meantime. */
  readonly taken: readonly StagedLoanRow[];
  readonly transactions: number;
}

/** @throws {LoansRefused} */
async function write(
  tx: Transaction,
  boarding: BoardingRow,
  loans: readonly StagedLoanRow[],
  { at, pads }: { readonly at: IsoInstant; readonly pads: Buffer },
): Promise<Written> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const numbers = { firstNumber: loans[0]?.loanNumber ?? '', lastNumber: loans.at(-1)?.loanNumber ?? '' };
  const rows = boardedRows(key.organizationId, loans);
  try {
    const kept = await tx.many(BOARDING, writeLoans, {
      ...key,
      ...numbers,
      systemCode: boarding.loanSystemCode,
      loans: JSON.stringify(rows),
      pads,
      at,
    });
    const keptIds = new Set(kept.map(({ accountId }) => accountId));
    const written = loans.filter(({ accountId }) => keptIds.has(accountId));
    if (boarding.loansWritten === 0) await tx.many(BOARDING, analyzeBoarded, {});
    const moved = await tx.first(BOARDING, moveHistory, {
      ...key,
      ...numbers,
      loanNumbers: written.map(({ loanNumber }) => loanNumber),
      accountIds: written.map(({ accountId }) => accountId),
      at,
    });
    const taken = loans.filter(({ accountId }) => !keptIds.has(accountId));
    return { written, taken, transactions: moved?.moved ?? 0 };
  } catch (error) {
    const why = refusalOf(error);
    throw why === undefined ? error : new LoansRefused(loans, why, error);
  }
}

/** @throws {LoansRefused} */
function boardedRows(organizationId: string, loans: readonly StagedLoanRow[]) {
  try {
    return loans.map((loan) => boardedRow(organizationId, loan));
  } catch (error) {
    // Calculated from the loan alone: a retry gives the same error.
    throw new LoansRefused(loans, error instanceof Error ? error.name : 'Error', error);
  }
}

/** Records the progress of the file's loans in its row. */
async function recordProgress(
  tx: Transaction,
  boarding: BoardingRow,
  {
    skipped,
    ...moved
  }: {
    readonly loans: number;
    readonly transactions: number;
    readonly skipped: readonly StagedLoanRow[];
    readonly at: IsoInstant;
  },
): Promise<void> {
  const tieOut = tieOutOf(boarding);
  await tx.many(BOARDING, markWritten, {
    organizationId: boarding.organizationId,
    id: boarding.id,
    ...moved,
    errors: skipped.length,
    tieOut: JSON.stringify({ ...tieOut, skipped: sumOf(tieOut.skipped, ...skipped.map(figuresOf)) }),
  });
}

/**
 * The staged rows of an abandoned boarding are deleted; loans already written stay, as a journal does, and are counted.
 */
export async function deleteStagedRows(tx: Transaction, clock: Clock, boarding: BoardingRow): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  await tx.many(BOARDING, dropStaged, key);
  if (boarding.tieOut !== null) return tieOff(tx, clock, boarding, 'abandoned');
  const at = isoInstant(clock.now());
  await tx.many(BOARDING, markOver, { ...key, status: 'abandoned', tieOut: null, isTied: null, at });
  return BOARDING_OVER;
}

/** The written rows are read back and compared with the file and the journal. */
async function tieOff(
  tx: Transaction,
  clock: Clock,
  boarding: BoardingRow,
  status: 'done' | 'abandoned',
): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const found = await tx.first(BOARDING, writtenFigures, key);
  if (found === undefined) throw new Error('a sum is one row');
  const { journalLoans, journalPrincipalCents, journalInterestCents, journalFeesCents, ...written } = found;
  const journal = {
    loans: journalLoans,
    principalCents: journalPrincipalCents,
    interestCents: journalInterestCents,
    feesCents: journalFeesCents,
  };
  const tieOut = { ...tieOutOf(boarding), written, journal };
  // Last, because day-end waits for it: if a day is being closed without these loans, day-end either reopens it or sees
  // them.
  await tx.first(BOARDING, holdDayEnd, { organizationId: key.organizationId });
  await tx.many(BOARDING, reopenDayEnd, key);
  await tx.many(BOARDING, markOver, {
    ...key,
    status,
    tieOut: JSON.stringify(tieOut),
    isTied: isTied(tieOut),
    at: isoInstant(clock.now()),
  });
  return BOARDING_OVER;
}

function tieOutOf({ id, tieOut }: BoardingRow): TieOut {
  if (tieOut === null) throw new Error(`boarding ${id} was never checked`);
  return asStored(tieOut);
}

function figuresOf({ principalCents, interestCents, feesCents, transactions, amountCents }: StagedLoanRow): Figures {
  return { loans: 1, transactions, principalCents, interestCents, feesCents, amountCents };
}
