import { setTimeout } from 'node:timers/promises';
import type { Transaction } from '../../core/db/database.js';
import type { ServiceParts } from '../../core/service-parts.js';
import type { Clock } from '../../core/time/clock.js';
import { abandonIn } from './abandon-boarding.js';
import { BOARDING, type BoardingRow, findBoarding, isRequesterAuthorized, lockBoarding } from './boarding.store.js';
import { boardedPads } from './borrower-digests.js';
import { check } from './check-boarding.js';
import { LoansRefused } from './loans-refused-by-database.js';
import { BOARDING_OVER, type BoardingKey, BUSY, STEP_TAKEN, type StepOutcome } from './step-outcome.js';
import { deleteStagedRows, skipLoan, writeBatch } from './write-batch.js';

/** Loans that are written in one transaction, with their history. */
const BATCH_LOANS = 500;

export interface BoardingParts extends Pick<ServiceParts, 'db' | 'clock' | 'secrets'> {
  readonly batchLoans?: number;
}

/** Pause before checking again a step that another process is running. */
const BUSY_MS = 200;

/**
 * Runs a boarding's steps until nothing is left to do, or up to a limit. If it waits for another boarding, it runs that
 * one's steps: a half-written boarding delays no other.
 *
 * @returns whether the boarding has ended
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
 * Runs the next step of a boarding whose file has arrived, in its own transaction: the check, one batch of loans, or
 * the tie-out. A process killed at any statement has either completed the step or not; the next one, or a concurrent
 * one, resumes there.
 *
 * A batch with a loan that cannot be written is retried by halves, down to that loan, which is skipped.
 */
export async function boardingStep(
  { db, clock, secrets, batchLoans = BATCH_LOANS }: BoardingParts,
  key: BoardingKey,
): Promise<StepOutcome> {
  const pads = await boardedPads(db, secrets, key.organizationId);
  const taken = (writing: Writing) =>
    db.transaction((tx) => takeStep(tx, { clock, pads }, key, writing), { isBulk: true });
  let limit = batchLoans;
  for (;;) {
    try {
      return await taken((tx, boarding) => writeBatch(tx, { clock, pads, batchLoans: limit }, boarding));
    } catch (error) {
      if (!(error instanceof LoansRefused)) throw error;
      if (error.loans.length === 1) return taken((tx, boarding) => skipLoan(tx, clock, boarding, error));
      limit = Math.ceil(error.loans.length / 2);
    }
  }
}

type Writing = (tx: Transaction, boarding: BoardingRow) => Promise<StepOutcome>;

async function takeStep(
  tx: Transaction,
  { clock, pads }: { readonly clock: Clock; readonly pads: Buffer },
  key: BoardingKey,
  writing: Writing,
): Promise<StepOutcome> {
  const boarding = await tx.first(BOARDING, lockBoarding, key);
  switch (boarding?.status) {
    case undefined:
      return (await tx.first(BOARDING, findBoarding, { id: key.id })) === undefined ? BOARDING_OVER : BUSY;
    case 'received':
      return (await mayGoOn(tx, boarding)) ? check(tx, { clock, pads }, boarding) : giveUp(tx, clock, boarding);
    case 'writing':
      return (await mayGoOn(tx, boarding)) ? writing(tx, boarding) : giveUp(tx, clock, boarding);
    case 'abandoned':
      return boarding.finishedAt === null ? deleteStagedRows(tx, clock, boarding) : BOARDING_OVER;
    default:
      return BOARDING_OVER;
  }
}

async function mayGoOn(tx: Transaction, { organizationId, requestedBy: actor }: BoardingRow): Promise<boolean> {
  return (await tx.first(BOARDING, isRequesterAuthorized, { organizationId, actor }))?.mayGoOn === true;
}

/** The key that requested it was revoked: loans already written stay, and no more are written. */
async function giveUp(tx: Transaction, clock: Clock, boarding: BoardingRow): Promise<StepOutcome> {
  await abandonIn(tx, clock, BOARDING, boarding, 'key_invalid');
  return STEP_TAKEN;
}
