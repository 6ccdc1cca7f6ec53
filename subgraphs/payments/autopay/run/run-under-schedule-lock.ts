import type { CardProcessors } from '../../../../connectors/card-processors/registry.js';
import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { Database, Queries, Transaction } from '../../../../core/db/database.js';
import { enqueue } from '../../../../core/jobs/job-types-and-enqueue.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import type { PaymentsTiming } from '../../collected/posting/lease-and-lookup-timing.js';
import { lockSchedule, openRun, type ScheduleToRun } from '../schedule/autopay-schedule.store.js';
import { isOver, isPast } from '../schedule/schedule-rules.js';
import type { ChargesInFlight } from './charges-in-flight.js';
import { expire } from './expire-schedule.js';
import { moveRun } from './run-and-attempt-transitions.store.js';
import { countRuns } from './run-metrics.js';
import { readWork, type WorkRow } from './run-work.reads.store.js';

/** Schedules are run by the product itself. */
export const AUTOPAY = systemPrincipal('autopay');

/** The same, limited to the organization of the run or schedule: no statement reaches rows of two organizations. */
export function autopayOf({ organizationId }: { readonly organizationId: string }): Principal {
  return limitToOrganization(AUTOPAY, organizationId);
}

export interface AutopayParts extends Pick<ServiceParts, 'db' | 'clock' | 'logger'> {
  readonly systems: LoanSystems;
  readonly processors: CardProcessors;
  readonly timing: PaymentsTiming;
  readonly charges: ChargesInFlight;
}

/**
 * Result of a step. `go_on`: the next step can be taken at once. `rest`: nothing to do now (a job is queued, or the
 * run is final). `idle`: nothing was sent, and the run waits for something else (a processor or loan system that is
 * unavailable, an inactive organization).
 */
export type Next = 'go_on' | 'rest' | 'idle';

/** A run and its schedule, read under the schedule's lock. */
export interface Locked {
  readonly tx: Transaction;
  readonly run: WorkRow;
  readonly schedule: ScheduleToRun;
}

/**
 * Runs one small transaction on a run. Every change of a run happens under its schedule's lock; the locks of the
 * loan and the account follow in this order, so that no deadlock arises.
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
    if (run === undefined || schedule === undefined) throw new Error(`autopay run ${id} disappeared`);
    return change({ tx, run, schedule });
  });
}

/** Identifies a run or a schedule. */
export interface Key {
  readonly id: string;
  readonly organizationId: string;
}

export function keyOf({ id, organizationId }: Key): Key {
  return { id, organizationId };
}

/** Identifies the runs of a schedule. */
export function runsOf({ id: scheduleId, organizationId }: Key) {
  return { scheduleId, organizationId };
}

/** Queues a run for a worker after `inMs`, in the caller's transaction or without one. */
export async function rest(queries: Queries, run: Key, inMs: number): Promise<'rest'> {
  await enqueueRun(queries, run, inMs);
  return 'rest';
}

/** Like `rest`, for a run for which nothing was sent. */
export async function idle(queries: Queries, run: Key, inMs: number): Promise<'idle'> {
  await enqueueRun(queries, run, inMs);
  return 'idle';
}

/**
 * @param waiting - what happens to a job that is already queued; a plain reminder keeps it, with its time.
 * @param turn - runs of later turns wait for all runs of earlier ones: of an organization with many runs, each turn
 *   has a few, so that it does not delay the others.
 */
export function enqueueRun(
  queries: Queries,
  { organizationId, id }: Key,
  inMs: number,
  { waiting = 'replaced', turn = 0 }: { readonly waiting?: 'replaced' | 'kept'; readonly turn?: number } = {},
): Promise<void> {
  const timing = { delayMs: inMs, key: `autopay:${organizationId}:${id}`, waiting, priority: turn };
  return enqueue(queries, 'autopay_run', { organizationId, id }, timing);
}

/** Runs of one organization in each turn of the queue. */
const RUNS_PER_TURN = 20;

/** The turn of an organization's run at this place, from 0. */
export function turnOf(place: number): number {
  return Math.floor(place / RUNS_PER_TURN);
}

/** Ends a run that is certainly not charged and never will be. */
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

/**
 * Ends a schedule if its next date would pass its end date or, while paused, its end date has passed, and none of
 * its runs is open.
 */
export async function expireIfOver(tx: Transaction, schedule: ScheduleToRun, today?: IsoDate): Promise<void> {
  const isEnding = isOver(schedule) || (today !== undefined && schedule.status === 'paused' && isPast(schedule, today));
  if (!isEnding) return;
  const open = await tx.first(autopayOf(schedule), openRun, runsOf(schedule));
  if (open === undefined) await expire(tx, autopayOf(schedule), schedule);
}
