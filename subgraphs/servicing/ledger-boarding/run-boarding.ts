import { setTimeout } from 'node:timers/promises';
import { contractOf } from '../../../connectors/loan-systems/ledger/contract.js';
import type { LedgerStatus } from '../../../connectors/loan-systems/ledger/loan.js';
import { type BoardedLoan, boarded, openingEntry } from '../../../connectors/loan-systems/ledger/operations/opening.js';
import { withTerms } from '../../../connectors/loan-systems/ledger/store/stored-loan.js';
import type { Clock } from '../../../core/clock.js';
import { isoInstant } from '../../../core/dates.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { holdOffErasure } from '../../../core/erasure/tombstones.js';
import { eraseStagedAgain } from '../erasure/rows.js';
import {
  BOARDING,
  type BoardingRow,
  findBoarding,
  findWriting,
  lockBoarding,
  lockOrganization,
  markChecked,
  markDone,
  markWritten,
} from './boarding.store.js';
import { CHECKS, dropKnown, insertControlProblem, stagedFigures } from './check.store.js';
import { nextStaged, type StagedLoanRow } from './next-staged.store.js';
import { dropStaged } from './staging.store.js';
import { analyzeBoarded } from './statistics.store.js';
import { controlOf, isTied, type Measure, type TieOut, untied } from './tie-out.js';
import { moveHistory } from './write-history.store.js';
import { writeLoans } from './write-loans.store.js';
import { reopenDayEnd, writtenFigures } from './written.store.js';

/** Loans that are written in one transaction, with their history. */
const BATCH_LOANS = 500;

export interface BoardingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly batchLoans?: number;
}

export interface BoardingKey {
  readonly organizationId: string;
  readonly id: string;
}

/** `busy`: somebody else takes this step. `waiting`: for another boarding of the organization, which is being written. `over`: there is nothing left to do. */
export type StepOutcome =
  | { readonly kind: 'moved' | 'over' | 'busy' }
  | { readonly kind: 'waiting'; readonly for: BoardingKey };

const MOVED: StepOutcome = { kind: 'moved' };
const OVER: StepOutcome = { kind: 'over' };
const BUSY: StepOutcome = { kind: 'busy' };

/** Before a step that somebody else was taking is looked at again. */
const BUSY_MS = 200;

/**
 * Takes a boarding's steps until nothing is left to do, or as many as are allowed. One that waits for another takes that one's: a
 * boarding that was left half written holds nobody up.
 *
 * @returns whether it is over
 */
export async function runBoarding(
  parts: BoardingParts,
  key: BoardingKey,
  {
    mostSteps = Number.POSITIVE_INFINITY,
    onStep,
  }: { readonly mostSteps?: number; readonly onStep?: () => Promise<void> } = {},
): Promise<boolean> {
  let next = key;
  for (let taken = 0; taken < mostSteps; taken += 1) {
    const outcome = await boardingStep(parts, next);
    await onStep?.();
    if (outcome.kind === 'over' && next.id === key.id) return true;
    if (outcome.kind === 'busy') await setTimeout(BUSY_MS);
    else if (outcome.kind === 'waiting') next = outcome.for;
    else if (outcome.kind === 'over') next = key;
  }
  return false;
}

/**
 * The next step of a boarding that has arrived, in a transaction of its own: its check, or one batch of loans, or its tie-out. Whoever
 * was killed, at whatever statement, has taken the step or has not; the next one, or one beside it, goes on from there.
 */
export function boardingStep(
  { db, clock, batchLoans = BATCH_LOANS }: BoardingParts,
  key: BoardingKey,
): Promise<StepOutcome> {
  const step = async (tx: Transaction): Promise<StepOutcome> => {
    const boarding = await tx.first(BOARDING, lockBoarding, key);
    switch (boarding?.status) {
      case undefined:
        return (await tx.first(BOARDING, findBoarding, { id: key.id })) === undefined ? OVER : BUSY;
      case 'received':
        return check(tx, clock, boarding);
      case 'writing':
        return writeBatch(tx, clock, boarding, batchLoans);
      default:
        return OVER;
    }
  };
  return db.transaction(step, { isBulk: true });
}

/** Decides whether a file is written: not if anything in it is wrong, or says of a known loan what the ledger does not. */
async function check(tx: Transaction, clock: Clock, boarding: BoardingRow): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const { organizationId } = key;
  // Two files with the same loans: the second is compared with what the first has written.
  if ((await tx.first(BOARDING, lockOrganization, { organizationId })) === undefined) return BUSY;
  const writing = boarding.isDryRun ? undefined : await tx.first(BOARDING, findWriting, { organizationId });
  if (writing !== undefined) return { kind: 'waiting', for: { organizationId, id: writing.id } };

  await tx.first(BOARDING, holdOffErasure, { organizationId });
  await tx.many(BOARDING, eraseStagedAgain, key);
  const counts = { error: boarding.errors, difference: 0, notice: 0 };
  for (const { severity, statement } of CHECKS) {
    counts[severity] += (await tx.first(BOARDING, statement, key))?.found ?? 0;
  }
  const tieOut = await tieOutOfFile(tx, boarding);
  // Where rows could not be read the totals cannot agree, and saying so once more would help nobody.
  const differing = boarding.errors === 0 ? untied(tieOut) : [];
  for (const measure of differing) await noteUntied(tx, boarding, tieOut, measure);
  counts.error += differing.length;

  const isRefused = counts.error > 0 || counts.difference > 0;
  const status = boarding.isDryRun ? 'checked' : isRefused ? 'refused' : 'writing';
  if (status === 'writing') await tx.many(BOARDING, dropKnown, key);
  else await tx.many(BOARDING, dropStaged, key);
  await tx.many(BOARDING, markChecked, {
    ...key,
    status,
    errors: counts.error,
    differences: counts.difference,
    notices: counts.notice,
    knownLoans: tieOut.known.loans,
    tieOut: JSON.stringify(tieOut),
    isTied: untied(tieOut).length > 0 ? false : null,
    at: isoInstant(clock.now()),
  });
  return status === 'writing' ? MOVED : OVER;
}

async function tieOutOfFile(tx: Transaction, { organizationId, id, control }: BoardingRow): Promise<TieOut> {
  const file = await tx.first(BOARDING, stagedFigures, { organizationId, id, onlyKnown: false });
  const known = await tx.first(BOARDING, stagedFigures, { organizationId, id, onlyKnown: true });
  if (file === undefined || known === undefined) throw new Error('sums are one row');
  return { control: controlOf(control), file, known, written: null, journal: null };
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
  measure: Measure,
): Promise<void> {
  const message = `the control row says ${control[measure]}, the file's rows come to ${file[measure]}`;
  const column = CONTROL_COLUMN[measure];
  await tx.many(BOARDING, insertControlProblem, { organizationId, id, line: lines, column, message });
}

async function writeBatch(tx: Transaction, clock: Clock, boarding: BoardingRow, limit: number): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const loans = await tx.many(BOARDING, nextStaged, { ...key, limit });
  const [first, last] = [loans[0], loans.at(-1)];
  if (first === undefined || last === undefined) return tieOff(tx, clock, boarding);
  const batch = { ...key, firstNumber: first.loanNumber, lastNumber: last.loanNumber };
  const at = isoInstant(clock.now());
  const rows = loans.map((loan) => boardedRow(key.organizationId, loan));
  await tx.many(BOARDING, writeLoans, {
    ...batch,
    systemCode: boarding.loanSystemCode,
    loans: JSON.stringify(rows),
    at,
  });
  if (boarding.loansWritten === 0) await tx.many(BOARDING, analyzeBoarded, {});
  const moved = await tx.first(BOARDING, moveHistory, {
    ...batch,
    loanNumbers: loans.map(({ loanNumber }) => loanNumber),
    accountIds: loans.map(({ accountId }) => accountId),
    at,
  });
  await tx.many(BOARDING, markWritten, { ...key, loans: loans.length, transactions: moved?.moved ?? 0, at });
  return MOVED;
}

/** What is written is read back, beside the file and the journal. */
async function tieOff(tx: Transaction, clock: Clock, boarding: BoardingRow): Promise<StepOutcome> {
  const key = { organizationId: boarding.organizationId, id: boarding.id };
  const found = await tx.first(BOARDING, writtenFigures, key);
  if (found === undefined || boarding.tieOut === null) throw new Error(`boarding ${boarding.id} was never checked`);
  const { journalLoans, journalPrincipalCents, journalInterestCents, journalFeesCents, ...written } = found;
  const journal = {
    loans: journalLoans,
    principalCents: journalPrincipalCents,
    interestCents: journalInterestCents,
    feesCents: journalFeesCents,
  };
  const tieOut = { ...boarding.tieOut, written, journal };
  await tx.many(BOARDING, reopenDayEnd, key);
  await tx.many(BOARDING, markDone, {
    ...key,
    tieOut: JSON.stringify(tieOut),
    isTied: isTied(tieOut),
    at: isoInstant(clock.now()),
  });
  return OVER;
}

/** A staged loan as it is written: where it stands, and what is past due, by the ledger's own rules. */
function boardedRow(organizationId: string, staged: StagedLoanRow) {
  const { principalCents, interestCents, feesCents, scheduledPaidCents, chargedOffOn, ...terms } = withTerms(staged);
  const begins: BoardedLoan = {
    ...terms,
    id: staged.accountId,
    organizationId,
    status: ledgerStatus(staged.status),
    opening: { principalCents, interestCents, feesCents, scheduledPaidCents, chargedOffOn },
  };
  const { loan, position } = boarded(begins);
  return {
    ...staged,
    status: loan.status,
    paidOffOn: loan.paidOffOn ?? staged.paidOffOn,
    maturityOn: contractOf(loan).maturityOn,
    dayEndThrough: loan.dayEndThrough,
    lateFeeInstallments: loan.lateFeeInstallments,
    lines: openingEntry(begins).lines,
    pastDueCents: position.pastDueCents,
    oldestUnpaidOn: position.oldestUnpaidOn,
    oldestUnpaidCents: position.oldestUnpaidCents ?? null,
    nextDueOn: position.nextDueOn,
    nextDueCents: position.nextDueCents,
  };
}

function ledgerStatus(status: StagedLoanRow['status']): LedgerStatus {
  if (status === 'unknown') throw new Error('no file says that a status is unknown');
  return status;
}
