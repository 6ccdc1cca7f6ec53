import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { businessToday } from '../../../../core/business-time/business-clock.js';

import type { AdvanceStopReason } from '../../../../core/contract/test-clock.js';
import type { Queries } from '../../../../core/db/database.js';

import { newId } from '../../../../core/ids/ids.js';
import type { JobPayloads } from '../../../../core/jobs/job-types-and-enqueue.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { enqueueAdvance } from './enqueue-test-clock-advance.js';
import { advancingClocks, endAdvance, releaseTestClock, stepTestClock, takeTestClock } from './test-clock.store.js';

/**
 * The work of one day of one organization, by its own clock. Each part may be repeated, and resumes where it stopped.
 */
export interface DayWork {
  /** Closes the previous days in the books and the positions. @returns loans whose days could not be closed. */
  closeDays(organizationId: string): Promise<number>;
  /** Runs what is due. @returns the number of items without an outcome: the day is not over while there are any. */
  runDue(organizationId: string): Promise<number>;
}

export interface AdvanceParts extends Pick<ServiceParts, 'db' | 'clock' | 'logger'> {
  readonly day: DayWork;
}

const TEST_CLOCK = systemPrincipal('test-clock');

/** Time limit of one job, so that other jobs get their turn. */
const SLICE_MS = 1_000;
/** Longer than a day takes. When the holder dies, another worker takes over after this time. */
const LEASE_MS = 10_000;
/** Pause between two checks for open outcomes: the time after which loan systems and processors are asked again. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** Some minutes: an outcome still open by then is not expected on this day. */
const MOST_TRIES = 200;
/** Some seconds for a failure that repeats every time. */
const MOST_FAILURES = 10;

/** Result for a day: everything is done, some outcomes are open, or processing failed. */
type Day = 'quiet' | 'waiting' | 'failed' | 'day_end_failed';

/**
 * Moves a clock forward day by day, until nothing is left to do on each day: one jump would skip the dates in between.
 * Safe to be killed at any point, to run twice, and to run in any number of workers: the work of a day is idempotent,
 * and only a worker that saw the previous day moves the clock to the next.
 */
export class AdvanceWorker {
  constructor(private readonly parts: AdvanceParts) {}

  /** Makes sure that every advance has a job, even if its worker was killed. Runs at start and every minute. */
  async watchOpen(): Promise<void> {
    const { db } = this.parts;
    for (const { organizationId, inMs } of await db.many(TEST_CLOCK, advancingClocks, {})) {
      await enqueueAdvance(db, { organizationId }, inMs ?? 0, 'kept');
    }
  }

  /**
   * Processes some days, and schedules the job for the next ones at the end. Does nothing when another worker holds the
   * clock, or no advance is running.
   */
  async work({ organizationId }: JobPayloads['test_clock_advance']): Promise<void> {
    const left = await this.#turn(organizationId, SLICE_MS);
    if (left === undefined) return;
    // If the process dies between the two, the job finds the clock free; if it dies before, the lease expires by
    // itself.
    await this.parts.db.transaction(async (tx) => {
      await enqueueAdvance(tx, { organizationId }, left.pauseMs);
      await this.#release(tx, left);
    });
  }

  /**
   * Processes all days in this process, unless another process holds the clock. Pauses are waited for here, because no
   * other worker takes over in between.
   */
  async workThrough({ organizationId }: JobPayloads['test_clock_advance']): Promise<void> {
    for (;;) {
      const left = await this.#turn(organizationId, Number.POSITIVE_INFINITY);
      if (left === undefined) return;
      await sleep(left.pauseMs);
      await this.#release(this.parts.db, left);
    }
  }

  /** @returns what is left for another turn; undefined when there is nothing, or another worker holds the clock. */
  async #turn(organizationId: string, sliceMs: number): Promise<Left | undefined> {
    const { db } = this.parts;
    const principal = limitToOrganization(TEST_CLOCK, organizationId);
    const held: Held = { organizationId, leaseToken: newId() };
    let taken = await db.first(principal, takeTestClock, { ...held, leaseMs: LEASE_MS });
    const began = performance.now();
    while (taken !== undefined) {
      const { offsetDays: seenDays, toDay, tries, failures } = taken;
      // Counted before the day is processed, because processing it may be what kills the worker.
      if (failures >= MOST_FAILURES) return this.#end(principal, held, 'day_failed');
      if (tries > MOST_TRIES) return this.#end(principal, held, 'outcome_unknown');
      const day = await this.#liveThrough(organizationId);
      if (day === 'day_end_failed') return this.#end(principal, held, day);
      if (day !== 'quiet') {
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MS);
        return { ...held, failed: day === 'failed' ? 1 : 0, pauseMs };
      }
      if (toDay === null || (await this.#today(organizationId)) >= toDay) return this.#end(principal, held, null);
      taken = await db.first(principal, stepTestClock, { ...held, seenDays, leaseMs: LEASE_MS });
      if (taken !== undefined && performance.now() - began > sliceMs) return { ...held, failed: 0, pauseMs: 0 };
    }
    return undefined;
  }

  async #liveThrough(organizationId: string): Promise<Day> {
    const { day, logger } = this.parts;
    try {
      if ((await day.closeDays(organizationId)) > 0) return 'day_end_failed';
      return (await day.runDue(organizationId)) > 0 ? 'waiting' : 'quiet';
    } catch (error) {
      logger.error({ err: error, organization_id: organizationId }, 'a day of a test clock failed');
      return 'failed';
    }
  }

  #today(organizationId: string): Promise<IsoDate> {
    return businessToday(this.parts.db, this.parts.clock, organizationId);
  }

  async #release(on: Queries, { organizationId, leaseToken, failed }: Left): Promise<void> {
    await on.many(limitToOrganization(TEST_CLOCK, organizationId), releaseTestClock, {
      organizationId,
      leaseToken,
      failed,
    });
  }

  async #end(principal: Principal, held: Held, error: AdvanceStopReason | null): Promise<undefined> {
    const { db, logger } = this.parts;
    const ended = await db.first(principal, endAdvance, { ...held, error });
    if (ended === undefined) return;
    const what = { organization_id: held.organizationId, offset_days: ended.offsetDays };
    if (error === null) logger.info(what, 'a test clock was advanced');
    else logger.error({ ...what, error }, 'a test clock could not be advanced to its day');
  }
}

/** A clock held by this worker, until another one takes it. */
interface Held {
  readonly organizationId: string;
  readonly leaseToken: string;
}

/** A clock that is still held, to be checked again after a pause. */
interface Left extends Held {
  /** Number of failures of the day to add. */
  readonly failed: number;
  readonly pauseMs: number;
}
