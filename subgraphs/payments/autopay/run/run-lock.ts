import type { CardProcessors } from '../../../../connectors/card-processors/registry.js';
import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { Database, Queries, Transaction } from '../../../../core/db/database.js';
import { enqueue } from '../../../../core/jobs/jobs.js';
import type { Logger } from '../../../../core/logging/logger.js';
import { type Principal, systemPrincipal, within } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import type { PaymentsTiming } from '../../collected/posting/timing.js';
import { lockSchedule, openRun, type ScheduleStanding } from '../schedule/autopay-schedule.store.js';
import { isOver, isPast } from '../schedule/schedule-rules.js';
import { expire } from './expire.js';
import { countRuns } from './run-metrics.js';
import { moveRun } from './transitions.store.js';
import { readWork, type WorkRow } from './work.store.js';

/** Running a schedule is the product's own act. */
export const AUTOPAY = systemPrincipal('autopay');

/** The same, within the organization whose run or schedule it is: no statement reaches rows of two. */
export function autopayOf({ organizationId }: { readonly organizationId: string }): Principal {
  return within(AUTOPAY, organizationId);
}

export interface AutopayParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly systems: LoanSystems;
  readonly processors: CardProcessors;
  readonly timing: PaymentsTiming;
  readonly logger: Logger;
}

/**
 * After a step: the next one can be taken at once; there is nothing to do now (a job waits, or the run is final); or it is idle: nothing is
 * sent, and what it waits for is not of its making (a processor or a loan system that is away, an organization that is inactive).
 */
export type Next = 'go_on' | 'rest' | 'idle';

/** A run and its schedule as they stand under the schedule's lock. */
export interface Locked {
  readonly tx: Transaction;
  readonly run: WorkRow;
  readonly schedule: ScheduleStanding;
}

/**
 * One small transaction on a run. Every change of a run, by whomever, happens under the lock of its schedule; after it come
 * the loan's and the account's, in this order, so that nobody waits in a circle.
 */
export function underLock<T>(
  db: Database,
  { id, organizationId, scheduleId }: Pick<WorkRow, 'id' | 'organizationId' | 'scheduleId'>,
  change: (locked: Locked) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const principal = autopayOf({ organizationId });
    const schedule = await tx.first(principal, lockSchedule, { id: scheduleId, organizationId });
    const run = await tx.first(principal, readWork, { id });
    if (run === undefined || schedule === undefined) throw new Error(`autopay run ${id} vanished`);
    return change({ tx, run, schedule });
  });
}

/** What names a run, or a schedule. */
export interface Key {
  readonly id: string;
  readonly organizationId: string;
}

export function keyOf({ id, organizationId }: Key): Key {
  return { id, organizationId };
}

/** What names the runs of a schedule. */
export function runsOf({ id: scheduleId, organizationId }: Key) {
  return { scheduleId, organizationId };
}

/** Has a worker look at a run after `inMs`: a job of the caller's transaction, or of nobody's. */
export async function rest(queries: Queries, run: Key, inMs: number): Promise<'rest'> {
  await enqueueRun(queries, run, inMs);
  return 'rest';
}

/** As `rest`, of a run for which nothing is sent. */
export async function idle(queries: Queries, run: Key, inMs: number): Promise<'idle'> {
  await enqueueRun(queries, run, inMs);
  return 'idle';
}

/** @param waiting - what becomes of a job that waits already: a mere reminder keeps it, with its time. */
export function enqueueRun(
  queries: Queries,
  { organizationId, id }: Key,
  inMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const timing = { delayMs: inMs, key: `autopay:${organizationId}:${id}`, waiting };
  return enqueue(queries, 'autopay_run', { organizationId, id }, timing);
}

/** Certainly not charged, and never will be. */
export async function fail({ tx, run, schedule }: Locked, failureCode: string): Promise<'rest'> {
  await tx.many(autopayOf(run), moveRun, {
    ...keyOf(run),
    status: 'failed',
    failureCode,
    nextTryOn: null,
    amountCents: null,
  });
  countRuns(tx, 'failed');
  await expireIfOver(tx, schedule);
  return 'rest';
}

/** A schedule ends when its next date would pass its end, or, paused, when the end has gone by, and no run of it is open. */
export async function expireIfOver(tx: Transaction, schedule: ScheduleStanding, today?: IsoDate): Promise<void> {
  const isEnding = isOver(schedule) || (today !== undefined && schedule.status === 'paused' && isPast(schedule, today));
  if (!isEnding) return;
  const open = await tx.first(autopayOf(schedule), openRun, runsOf(schedule));
  if (open === undefined) await expire(tx, autopayOf(schedule), schedule);
}
