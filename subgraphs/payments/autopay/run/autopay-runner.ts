import type { ChargeOutcome } from '../../../../connectors/card-processors/port.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { eachOrganization } from '../../../../core/jobs/each-organization.js';
import type { JobPayloads } from '../../../../core/jobs/job-types-and-enqueue.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import { AccountGate, JOBS, POSTPONE_MS } from '../../collected/posting/account-concurrency-gate.js';
import { giveUpRetries, lockSchedule } from '../schedule/autopay-schedule.store.js';
import { closeHandledPauses, pauseSchedulesOf } from './charge-off-pause.js';
import { Charging } from './charging.js';
import { DueSchedules } from './create-runs-of-due-schedules.js';
import { endedSchedules, organizationsOverdue, overdueRuns, schedulesOfPaidLoan } from './due-schedules.store.js';
import { expire } from './expire-schedule.js';
import { PostingRuns } from './post-or-refund-charged-run.js';
import { Refunding } from './refunding.js';
import { Retrying } from './retrying.js';
import { countRuns } from './run-metrics.js';
import {
  AUTOPAY,
  type AutopayParts,
  autopayOf,
  enqueueRun,
  expireIfOver,
  type Key,
  keyOf,
  type Next,
  rest,
  runsOf,
  turnOf,
} from './run-under-schedule-lock.js';
import { readWork, type WorkRow } from './run-work.reads.store.js';
import type { SentAttempt } from './sent-attempt.js';
import { watchHeldRuns } from './watch-held-runs.js';

/** A request was sent for these runs, or is being sent. */
const IN_FLIGHT = ['charging', 'posting', 'refunding'] as const;

/** How far ahead the sweep looks; it runs every minute. */
const SWEEP_MS = 60_000;

/**
 * Runs autopay: due → charging → charged → posting → posted, or retried, failed, refunded. Each step is a small
 * transaction, at most one call outside it, and another small transaction. A step may crash at any point, run twice,
 * or run in any number of workers.
 */
export class AutopayRunner {
  readonly #parts: AutopayParts;
  readonly #due: DueSchedules;
  readonly #retrying: Retrying;
  readonly #charging: Charging;
  readonly #posting: PostingRuns;
  readonly #refunding: Refunding;
  /** Keeps runs of one locked account from taking every job of this worker. */
  readonly #gate = new AccountGate(JOBS);

  constructor(parts: AutopayParts) {
    this.#parts = parts;
    this.#due = new DueSchedules(parts);
    this.#retrying = new Retrying(parts);
    this.#charging = new Charging(parts, this.#retrying);
    this.#posting = new PostingRuns(parts);
    this.#refunding = new Refunding(parts);
  }

  /** Creates an organization's runs that are due today, each with its own job. @returns the runs to charge. */
  createDueRuns(organizationId: string): Promise<readonly Key[]> {
    return this.#due.runOf(organizationId);
  }

  /** Stores the outcome of an attempt that was sent, and works on its run. */
  async settle(attempt: SentAttempt, outcome: ChargeOutcome): Promise<void> {
    if ((await this.#charging.settle(attempt, outcome)) === 'go_on') await this.work(attempt.run);
  }

  /** Works on a run until nothing can be done now. @returns whether the run is idle. */
  async work(run: Key): Promise<Exclude<Next, 'go_on'>> {
    for (;;) {
      const next = await this.step(run);
      if (next !== 'go_on') return next;
    }
  }

  /** Takes the next step of a run, based on its current state. */
  async step({ organizationId, id }: Key): Promise<Next> {
    const { db } = this.#parts;
    const run = await db.first(autopayOf({ organizationId }), readWork, { id });
    if (run === undefined) return 'rest';
    return (await this.#gate.tryPass(run.accountId, () => this.#step(run))) ?? rest(db, run, POSTPONE_MS);
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
   * Makes sure that a worker is handling every open run. A killed worker keeps its job locked for minutes; this
   * queues a new job next to it. Runs at start and every minute.
   *
   * @returns the runs.
   */
  async watchOverdue(): Promise<readonly Key[]> {
    const today = servicingDate(this.#parts.clock.now());
    const watched: Key[] = [];
    await eachOrganization(this.#parts, {
      principal: AUTOPAY,
      due: organizationsOverdue,
      parameters: { today, withinMs: SWEEP_MS },
      work: (principal, organizationId) => this.#watchOverdueOf(principal, organizationId, watched),
    });
    return watched;
  }

  async *#watchOverdueOf(principal: Principal, organizationId: string, watched: Key[]): AsyncGenerator<void, void> {
    const { db, clock } = this.#parts;
    const today = await businessToday(db, clock, organizationId);
    const overdue = await db.many(principal, overdueRuns, { today, withinMs: SWEEP_MS });
    for (const [place, { inMs, ...run }] of overdue.entries()) {
      await enqueueRun(db, run, inMs, { waiting: 'kept', turn: turnOf(place) });
      watched.push(run);
      yield;
    }
    await watchHeldRuns(this.#parts, principal);
    await closeHandledPauses(db, clock, principal);
    yield;
    for (const ended of await db.many(principal, endedSchedules, { today })) {
      await this.#endSchedule(principal, ended, today);
      yield;
    }
  }

  async #endSchedule(principal: Principal, ended: Key, today: IsoDate): Promise<void> {
    await this.#parts.db.transaction(async (tx) => {
      const schedule = await tx.first(principal, lockSchedule, keyOf(ended));
      if (schedule !== undefined) await expireIfOver(tx, schedule, today);
    });
  }

  /**
   * Processes one day of one organization: runs what is due, continues runs whose lease has expired or that wait for
   * today, and ends schedules that are over. A repeated call continues where the last one stopped. A run that fails
   * does not hold up the others.
   *
   * @returns how many runs another process holds or have an unknown outcome: the day is not over for them.
   * @throws {Error} if a run or a schedule failed, after all others were processed.
   */
  async runDay(organizationId: string): Promise<number> {
    const { db, clock } = this.#parts;
    const principal = autopayOf({ organizationId });
    const today = await businessToday(db, clock, organizationId);
    await this.createDueRuns(organizationId);
    const open = await db.many(principal, overdueRuns, { today, withinMs: 0 });
    const idle = new Set<string>();
    let failed = 0;
    for (const run of open) {
      failed += await this.#failures({ run_id: run.id }, async () => {
        if ((await this.work(run)) === 'idle') idle.add(run.id);
      });
    }
    failed += await this.#failures({ organization_id: organizationId }, async () => {
      await watchHeldRuns(this.#parts, principal);
      await closeHandledPauses(db, clock, principal);
    });
    for (const ended of await db.many(principal, endedSchedules, { today })) {
      failed += await this.#failures({ schedule_id: ended.id }, () => this.#endSchedule(principal, ended, today));
    }
    if (failed > 0) throw new Error(`${failed} runs and schedules of a day failed`);
    return this.#openOf(principal, organizationId, idle);
  }

  /**
   * Runs that were sent and have no outcome yet, and runs to continue because they were postponed or another worker
   * advanced them.
   */
  async #openOf(principal: Principal, organizationId: string, idle: ReadonlySet<string>): Promise<number> {
    const { db, clock } = this.#parts;
    const where = { organizationId, status: { in: [...IN_FLIGHT] }, leaseUntil: { not: null } };
    const sent = await db.models(principal).autopayRun.findMany({ where, select: { id: true } });
    const today = await businessToday(db, clock, organizationId);
    const overdue = await db.many(principal, overdueRuns, { today, withinMs: 0 });
    return new Set([...sent, ...overdue.filter(({ id }) => !idle.has(id))].map(({ id }) => id)).size;
  }

  async #failures(what: object, work: () => Promise<void>): Promise<number> {
    try {
      await work();
      return 0;
    } catch (error) {
      this.#parts.logger.error({ err: error, ...what }, 'autopay work failed');
      return 1;
    }
  }

  /**
   * Handles schedules of a loan that were locked by another transaction when the loan was paid off or charged off:
   * ends those of a paid-off loan and pauses those of a charged-off one, each as soon as its lock is free.
   */
  async endWithLoan({ organizationId, accountId }: JobPayloads['autopay_loan_ended']): Promise<void> {
    const { db } = this.#parts;
    const principal = autopayOf({ organizationId });
    await pauseSchedulesOf(db, { organizationId, accountId });
    for (const schedule of await db.many(principal, schedulesOfPaidLoan, { accountId })) {
      await db.transaction(async (tx) => {
        await tx.first(principal, lockSchedule, keyOf(schedule));
        await expire(tx, principal, schedule);
        const givenUp = await tx.many(principal, giveUpRetries, {
          ...runsOf(schedule),
          failureCode: 'loan_paid_off',
          actor: 'autopay',
        });
        countRuns(tx, 'failed', givenUp.length);
      });
    }
  }
}
