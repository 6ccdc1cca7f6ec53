import type { Clock } from '../../../core/clock.js';
import { isoInstant } from '../../../core/dates.js';
import type { Transaction } from '../../../core/db/database.js';
import { boardedRow } from './boarded-row.js';
import { BOARDING, type BoardingRow, markOver, markWritten } from './boarding.store.js';
import { nextStaged, type StagedLoanRow } from './next-staged.store.js';
import { dropStaged, noteTaken } from './staging.store.js';
import { analyzeBoarded } from './statistics.store.js';
import { MOVED, OVER, type StepOutcome } from './step-outcome.js';
import { asStored, type Figures, isTied, sumOf, type TieOut } from './tie-out.js';
import { moveHistory } from './write-history.store.js';
import { writeLoans } from './write-loans.store.js';
import { reopenDayEnd, writtenFigures } from './written.store.js';

/** The next loans of a file. One whose number somebody booked since the file was checked is left out, and told. */
export async function writeBatch(
  tx: Transaction,
  { clock, pads, batchLoans: limit }: { readonly clock: Clock; readonly pads: Buffer; readonly batchLoans: number },
  boarding: BoardingRow,
): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const loans = await tx.many(BOARDING, nextStaged, { ...key, limit });
  const [first, last] = [loans[0], loans.at(-1)];
  if (first === undefined || last === undefined) return tieOff(tx, clock, boarding, 'done');
  const batch = { ...key, firstNumber: first.loanNumber, lastNumber: last.loanNumber };
  const at = isoInstant(clock.now());
  const rows = loans.map((loan) => boardedRow(key.organizationId, loan));
  const kept = await tx.many(BOARDING, writeLoans, {
    ...batch,
    systemCode: boarding.loanSystemCode,
    loans: JSON.stringify(rows),
    pads,
    at,
  });
  const keptIds = new Set(kept.map(({ accountId }) => accountId));
  const written = loans.filter(({ accountId }) => keptIds.has(accountId));
  const taken = loans.filter(({ accountId }) => !keptIds.has(accountId));
  for (const { line, loanNumber } of taken) await tx.many(BOARDING, noteTaken, { ...key, line, loanNumber });
  if (boarding.loansWritten === 0) await tx.many(BOARDING, analyzeBoarded, {});
  const moved = await tx.first(BOARDING, moveHistory, {
    ...batch,
    loanNumbers: written.map(({ loanNumber }) => loanNumber),
    accountIds: written.map(({ accountId }) => accountId),
    at,
  });
  const tieOut = tieOutOf(boarding);
  const skipped = sumOf(tieOut.skipped, ...taken.map(figuresOf));
  await tx.many(BOARDING, markWritten, {
    ...key,
    loans: written.length,
    transactions: moved?.moved ?? 0,
    errors: taken.length,
    tieOut: JSON.stringify({ ...tieOut, skipped }),
    at,
  });
  return MOVED;
}

/** What nobody wants any more is cleared away; what is written already stays, as a journal does, and is told. */
export async function clearAway(tx: Transaction, clock: Clock, boarding: BoardingRow): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  await tx.many(BOARDING, dropStaged, key);
  if (boarding.tieOut !== null) return tieOff(tx, clock, boarding, 'abandoned');
  const at = isoInstant(clock.now());
  await tx.many(BOARDING, markOver, { ...key, status: 'abandoned', tieOut: null, isTied: null, at });
  return OVER;
}

/** What is written is read back, beside the file and the journal. */
async function tieOff(
  tx: Transaction,
  clock: Clock,
  boarding: BoardingRow,
  status: 'done' | 'abandoned',
): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const found = await tx.first(BOARDING, writtenFigures, key);
  if (found === undefined) throw new Error('sums are one row');
  const { journalLoans, journalPrincipalCents, journalInterestCents, journalFeesCents, ...written } = found;
  const journal = {
    loans: journalLoans,
    principalCents: journalPrincipalCents,
    interestCents: journalInterestCents,
    feesCents: journalFeesCents,
  };
  const tieOut = { ...tieOutOf(boarding), written, journal };
  await tx.many(BOARDING, reopenDayEnd, key);
  await tx.many(BOARDING, markOver, {
    ...key,
    status,
    tieOut: JSON.stringify(tieOut),
    isTied: isTied(tieOut),
    at: isoInstant(clock.now()),
  });
  return OVER;
}

function tieOutOf({ id, tieOut }: BoardingRow): TieOut {
  if (tieOut === null) throw new Error(`boarding ${id} was never checked`);
  return asStored(tieOut);
}

function figuresOf({ principalCents, interestCents, feesCents, transactions, amountCents }: StagedLoanRow): Figures {
  return { loans: 1, transactions, principalCents, interestCents, feesCents, amountCents };
}
