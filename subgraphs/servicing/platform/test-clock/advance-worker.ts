import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import type { Database, Queries } from '../../../../core/db/database.js';
import { newId } from '../../../../core/ids/ids.js';
import type { JobPayloads } from '../../../../core/jobs/jobs.js';
import type { Logger } from '../../../../core/logging/logger.js';
import { type Principal, systemPrincipal, within } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { enqueueAdvance } from './advance-job.js';
import { advancingClocks, endAdvance, releaseTestClock, stepTestClock, takeTestClock } from './test-clock.store.js';

/** What is done on one day of one organization, by its own clock. Each may be done again, and goes on where it stands. */
export interface DayWork {
  /** Closes the days before, in the books and the positions. @returns loans whose days could not be closed. */
  closeDays(organizationId: string): Promise<number>;
  /** Runs what is due. @returns how much has no outcome yet: the day is not over for it. */
  runDue(organizationId: string): Promise<number>;
}

export interface AdvanceParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly day: DayWork;
  readonly logger: Logger;
}

const TEST_CLOCK = systemPrincipal('test-clock');

/** For how long one job works: others have their turn then. */
const SLICE_MS = 1_000;
/** Longer than a day takes; whoever dies with it is followed after that. */
const LEASE_MS = 10_000;
/** Between two looks at what has no outcome yet: as long as loan systems and processors take to be asked again. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
/** Some minutes: what has no outcome by then will not have one today. */
const MOST_TRIES = 200;
/** Some seconds of what always fails. */
const MOST_FAILURES = 10;

/** What became of a day: nothing is left to do on it, something has no outcome yet, or it could not be worked on. */
type Day = 'quiet' | 'waiting' | 'failed' | 'day_end_failed';

/**
 * Walks a clock forward day by day, until each day is quiet: one jump would find dates that nobody ran. Safe to die anywhere, to run twice,
 * and to run in any number of workers: what is done on a day is done once by its own rules, and a day is stepped by whoever saw the one
 * before.
 */
export class AdvanceWorker {
  readonly #parts: AdvanceParts;

  constructor(parts: AdvanceParts) {
    this.#parts = parts;
  }

  /** Sees to it that every advance is worked on, also one whose worker was killed. Run at start and every minute. */
  async watchOpen(): Promise<void> {
    const { db } = this.#parts;
    for (const { organizationId, inMs } of await db.many(TEST_CLOCK, advancingClocks, {})) {
      await enqueueAdvance(db, { organizationId }, inMs ?? 0, 'kept');
    }
  }

  /** A slice of days; the job of the next is there when it ends. Nothing, where somebody else has the clock or it rests. */
  async work({ organizationId }: JobPayloads['test_clock_advance']): Promise<void> {
    const left = await this.#turn(organizationId, SLICE_MS);
    if (left === undefined) return;
    // Died between the two, the job finds the clock free; died before, the lease ends by itself.
    await this.#parts.db.transaction(async (tx) => {
      await enqueueAdvance(tx, { organizationId }, left.pauseMs);
      await this.#release(tx, left);
    });
  }

  /** All of it in this process, as long as nobody else has the clock: pauses are waited for here, where nobody comes between. */
  async workThrough({ organizationId }: JobPayloads['test_clock_advance']): Promise<void> {
    for (;;) {
      const left = await this.#turn(organizationId, Number.POSITIVE_INFINITY);
      if (left === undefined) return;
      await sleep(left.pauseMs);
      await this.#release(this.#parts.db, left);
    }
  }

  /** @returns what is left for another turn; undefined where there is nothing, or it is not this worker's. */
  async #turn(organizationId: string, sliceMs: number): Promise<Left | undefined> {
    const { db } = this.#parts;
    const principal = within(TEST_CLOCK, organizationId);
    const held: Held = { organizationId, leaseToken: newId() };
    let taken = await db.first(principal, takeTestClock, { ...held, leaseMs: LEASE_MS });
    const began = performance.now();
    while (taken !== undefined) {
      const { offsetDays: seenDays, toDay, tries, failures } = taken;
      // Before the day is worked on: it may be what kills its worker.
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
    const { day, logger } = this.#parts;
    try {
      if ((await day.closeDays(organizationId)) > 0) return 'day_end_failed';
      return (await day.runDue(organizationId)) > 0 ? 'waiting' : 'quiet';
    } catch (error) {
      logger.error({ err: error, organization_id: organizationId }, 'a day of a test clock failed');
      return 'failed';
    }
  }

  #today(organizationId: string): Promise<IsoDate> {
    return businessToday(this.#parts.db, this.#parts.clock, organizationId);
  }

  async #release(on: Queries, { organizationId, leaseToken, failed }: Left): Promise<void> {
    await on.many(within(TEST_CLOCK, organizationId), releaseTestClock, { organizationId, leaseToken, failed });
  }

  async #end(principal: Principal, held: Held, error: string | null): Promise<undefined> {
    const { db, logger } = this.#parts;
    const ended = await db.first(principal, endAdvance, { ...held, error });
    if (ended === undefined) return;
    const what = { organization_id: held.organizationId, offset_days: ended.offsetDays };
    if (error === null) logger.info(what, 'a test clock was advanced');
    else logger.error({ ...what, error }, 'a test clock could not be advanced to its day');
  }
}

/** A clock that this take holds, as long as nobody else takes it. */
interface Held {
  readonly organizationId: string;
  readonly leaseToken: string;
}

/** A clock that is still held, to be looked at again after a pause. */
interface Left extends Held {
  /** Failures of the day to be counted. */
  readonly failed: number;
  readonly pauseMs: number;
}
