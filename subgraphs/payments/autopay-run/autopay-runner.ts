import { within } from '../../../core/auth/principal.js';
import { servicingDate } from '../../../core/servicing-day.js';
import { giveUpRetries, lockSchedule } from '../autopay-schedule/autopay-schedule.store.js';
import { AccountGate, JOBS, PUT_OFF_MS } from '../posting/account-gate.js';
import { Charging } from './charging.js';
import { DueSchedules } from './due.js';
import { endedSchedules, expireSchedule, overdueRuns, schedulesOfPaidLoans } from './due.store.js';
import { PostingRuns } from './posting.js';
import { Refunding } from './refunding.js';
import { Retrying } from './retrying.js';
import { AUTOPAY, type AutopayParts, enqueueRun, expireIfOver, keyOf, type Next, rest, runsOf } from './run-lock.js';
import { countRuns } from './run-metrics.js';
import { readWork, type WorkRow } from './work.store.js';

/** How far ahead the sweep sees: it comes every minute. */
const SWEEP_MS = 60_000;

/**
 * Runs autopay: due → charging → charged → posting → posted, or retried, failed, refunded. Each step is a small
 * transaction, at most one call outside it, and another one; it is safe to die after any of them, to run twice, and to run in
 * any number of workers.
 */
export class AutopayRunner {
  readonly #parts: AutopayParts;
  readonly #due: DueSchedules;
  readonly #retrying: Retrying;
  readonly #charging: Charging;
  readonly #posting: PostingRuns;
  readonly #refunding: Refunding;
  /** Runs of an account that somebody holds must not take every job of this worker. */
  readonly #gate = new AccountGate(JOBS);

  constructor(parts: AutopayParts) {
    this.#parts = parts;
    this.#due = new DueSchedules(parts);
    this.#retrying = new Retrying(parts);
    this.#charging = new Charging(parts, this.#retrying);
    this.#posting = new PostingRuns(parts);
    this.#refunding = new Refunding(parts);
  }

  /** Makes the runs that are due today, each with a job of its own. @returns the runs that are to be charged. */
  runDue(): Promise<readonly string[]> {
    return this.#due.run();
  }

  /** Works on a run until there is nothing to do now. */
  async work(runId: string): Promise<void> {
    while ((await this.step(runId)) === 'go_on');
  }

  /** The next step of a run, whatever has become of it meanwhile. */
  async step(runId: string): Promise<Next> {
    const { db } = this.#parts;
    const run = await db.first(AUTOPAY, readWork, { id: runId });
    if (run === undefined) return 'rest';
    return (await this.#gate.tryPass(run.accountId, () => this.#step(run))) ?? rest(db, run.id, PUT_OFF_MS);
  }

  async #step(run: WorkRow): Promise<Next> {
    switch (run.status) {
      case 'retrying':
        return this.#retrying.step(run);
      case 'charging':
        return this.#charging.step(run);
      case 'charged':
        return this.#posting.post(run);
      case 'posting':
        return this.#posting.look(run);
      case 'refunding':
        return this.#refunding.step(run);
      case 'refunded':
        return this.#refunding.lateLook(run);
      default:
        return 'rest'; // final
    }
  }

  /**
   * Sees to it that every open run is being worked on: a worker that was killed keeps its job locked for minutes; this puts a
   * new one beside it. Run at start and every minute.
   *
   * @returns the runs.
   */
  async watchOverdue(): Promise<readonly string[]> {
    const { db, clock } = this.#parts;
    const today = servicingDate(clock.now());
    const overdue = await db.many(AUTOPAY, overdueRuns, { today, withinMs: SWEEP_MS });
    for (const { id, inMs } of overdue) await enqueueRun(db, id, inMs, 'kept');
    for (const { id, organizationId } of await db.many(AUTOPAY, endedSchedules, { today })) {
      await db.transaction(async (tx) => {
        const schedule = await tx.first(within(AUTOPAY, organizationId), lockSchedule, { id });
        if (schedule !== undefined) await expireIfOver(tx, schedule, today);
      });
    }
    for (const paid of await db.many(AUTOPAY, schedulesOfPaidLoans, {})) {
      await db.transaction(async (tx) => {
        await tx.first(within(AUTOPAY, paid.organizationId), lockSchedule, { id: paid.id });
        await tx.first(AUTOPAY, expireSchedule, keyOf(paid));
        const givenUp = await tx.many(AUTOPAY, giveUpRetries, { ...runsOf(paid), failureCode: 'loan_paid_off' });
        countRuns(tx, 'failed', givenUp.length);
      });
    }
    return overdue.map(({ id }) => id);
  }
}
