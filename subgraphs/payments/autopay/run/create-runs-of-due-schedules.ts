import { businessToday } from '../../../../core/business-time/business-clock.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { Cents } from '../../../../core/money.js';
import { addDays, type IsoDate } from '../../../../core/time/dates.js';
import { lockSchedule, type ScheduleToRun } from '../schedule/autopay-schedule.store.js';
import { latestRunOnOrBefore, runAfter, runsBetween } from '../schedule/cadence.js';
import { isOver, isPast } from '../schedule/schedule-rules.js';
import { pauseIfChargedOff } from './charge-off-pause.js';
import { type ChargeableAmount, chargeableAmountFor, type QuotedAccount, quoteFor } from './chargeable-amount.js';
import { advanceSchedule, type DueSchedule, dueSchedules, type ScheduleKey } from './due-schedules.store.js';
import { expire } from './expire-schedule.js';
import { findEqualRun, POSSIBLE_DUPLICATE, raiseHeld } from './hold-duplicate-run.js';
import { dueDate, nextTryOn } from './retry-days.js';
import { failRetriesForNextDate, insertAttempt, insertRun } from './run-and-attempt-transitions.store.js';
import { attemptId, runId } from './run-ids.js';
import { countRuns } from './run-metrics.js';
import {
  type AutopayParts,
  autopayOf,
  enqueueRun,
  expireIfOver,
  type Key,
  keyOf,
  runsOf,
} from './run-under-schedule-lock.js';
import type { WorkRow } from './run-work.reads.store.js';

/** Schedules that are read together. */
const PAGE = 20;
/** Schedules processed at the same time. */
const WIDTH = 4;

/** The last schedule that was read. */
interface Position {
  readonly afterDueOn: string;
  readonly afterId: string;
}
const BEFORE_ALL: Position = { afterDueOn: '-infinity', afterId: '' };

/** Creates one run for the latest date of each due schedule; earlier dates without a run become `missed`. */
export class DueSchedules {
  constructor(private readonly parts: AutopayParts) {}

  /** @returns an organization's runs to charge. A failure of one schedule does not hold up the others. */
  async runOf(organizationId: string): Promise<readonly Key[]> {
    const principal = autopayOf({ organizationId });
    const started: Key[] = [];
    const today = await businessToday(this.parts.db, this.parts.clock, organizationId);
    for (let after: Position | undefined = BEFORE_ALL; after !== undefined; ) {
      const due: DueSchedule[] = await this.parts.db.many(principal, dueSchedules, { today, ...after, limit: PAGE });
      for (let at = 0; at < due.length; at += WIDTH) {
        const runs = await Promise.all(due.slice(at, at + WIDTH).map((schedule) => this.runOrLog(schedule, today)));
        started.push(...runs.filter((run) => run !== undefined));
      }
      const last = due.at(-1);
      after = last === undefined || due.length < PAGE ? undefined : { afterDueOn: last.dueOn, afterId: last.id };
    }
    return started;
  }

  /**
   * After a failure the schedule stays due, so the next minute tries again.
   *
   * @param turn - of the run's job
   * @returns the run to charge.
   */
  async runOrLog(schedule: ScheduleKey, today: IsoDate, turn = 0): Promise<Key | undefined> {
    try {
      return await this.#runOne(schedule, today, turn);
    } catch (error) {
      this.parts.logger.error({ err: error, schedule_id: schedule.id }, 'a due autopay schedule could not be run');
      return undefined;
    }
  }

  async #runOne(key: ScheduleKey, today: IsoDate, turn: number): Promise<Key | undefined> {
    const { db, systems } = this.parts;
    const quoted = await quoteFor(db, systems, key);
    return db.transaction(async (tx) => {
      const schedule = await tx.first(autopayOf(key), lockSchedule, keyOf(key));
      // Another worker handled it first, or it was paused, cancelled or changed.
      if (schedule === undefined || !isDue(schedule, today)) return undefined;
      return this.#runLocked(tx, schedule, quoted, { today, turn });
    });
  }

  async #runLocked(
    tx: Transaction,
    schedule: ScheduleToRun,
    quoted: QuotedAccount,
    { today, turn }: { readonly today: IsoDate; readonly turn: number },
  ): Promise<Key | undefined> {
    const room = await chargeableAmountFor(tx, this.parts.systems, quoted, schedule.amountCents, today);
    if (room.kind === 'inactive') return undefined; // it stays due
    if (room.kind !== 'paid_off' && (await pauseIfChargedOff(tx, schedule))) return undefined;
    const givenUp = await tx.many(autopayOf(schedule), failRetriesForNextDate, runsOf(schedule));
    countRuns(tx, 'failed', givenUp.length);
    if (room.kind === 'paid_off') {
      await expire(tx, autopayOf(schedule), schedule);
      return undefined;
    }
    if (schedule.endDate !== null && isPast(schedule, today)) {
      await this.#miss(tx, schedule, schedule.endDate);
      const nextDueOn = runAfter(schedule, schedule.endDate);
      await tx.first(autopayOf(schedule), advanceSchedule, { ...keyOf(schedule), nextDueOn });
      await expireIfOver(tx, { ...schedule, nextDueOn });
      return undefined;
    }
    const dueOn = latestRunOnOrBefore(schedule, today) ?? schedule.nextDueOn;
    await this.#miss(tx, schedule, addDays(dueOn, -1));
    const id = runId(schedule.id, dueOn);
    const equal = room.kind === 'room' ? await findEqualRun(tx, schedule, dueOn) : undefined;
    const beginning =
      room.kind === 'room' && equal !== undefined
        ? heldFor(equal, room.amountCents)
        : beginningOf(room, nextTryOn(dueDate(schedule, { dueOn, releasedOn: null }), today), today);
    const made = await tx.first(autopayOf(schedule), insertRun, { id, ...runsOf(schedule), dueOn, ...beginning });
    if (made !== undefined && beginning.status === 'failed') countRuns(tx, 'failed');
    const nextDueOn = runAfter(schedule, today);
    await tx.first(autopayOf(schedule), advanceSchedule, { ...keyOf(schedule), nextDueOn });
    const { organizationId, paymentMethodId } = schedule;
    const run = { organizationId, id };
    if (made === undefined || room.kind !== 'room') {
      await expireIfOver(tx, { ...schedule, nextDueOn });
      return undefined;
    }
    if (equal !== undefined) {
      await raiseHeld(tx, run, { dueOn, amountCents: room.amountCents, possibleDuplicateOf: equal });
      return undefined;
    }
    const { amountCents } = room;
    const attempt = { id: attemptId(id, 1), organizationId, runId: id, number: 1, paymentMethodId, amountCents };
    await tx.first(autopayOf(schedule), insertAttempt, attempt);
    await enqueueRun(tx, run, 0, { turn });
    return run;
  }

  /** Marks up to one date as missed: dates that passed while nothing could run. */
  async #miss(tx: Transaction, schedule: ScheduleToRun, until: IsoDate): Promise<void> {
    const outcome = { ...NOTHING, status: 'missed' } as const;
    for (const dueOn of runsBetween(schedule, schedule.nextDueOn, until)) {
      const missed = { id: runId(schedule.id, dueOn), ...runsOf(schedule), dueOn, ...outcome };
      if ((await tx.first(autopayOf(schedule), insertRun, missed)) !== undefined) countRuns(tx, 'missed');
    }
  }
}

function isDue(schedule: ScheduleToRun, today: IsoDate): boolean {
  return schedule.status === 'active' && schedule.nextDueOn <= today && !isOver(schedule);
}

type Beginning = Pick<WorkRow, 'status' | 'amountCents' | 'failureCode' | 'nextTryOn'> & {
  readonly possibleDuplicateOf: string | null;
};

const NOTHING = { amountCents: null, failureCode: null, nextTryOn: null, possibleDuplicateOf: null } as const;

/** Nothing is charged until a person has decided. */
function heldFor(possibleDuplicateOf: string, amountCents: Cents): Beginning {
  return { ...NOTHING, status: 'held', amountCents, failureCode: POSSIBLE_DUPLICATE, possibleDuplicateOf };
}

/**
 * The first status of a run. If the loan system is unavailable, the charge is tried every minute; if the amount
 * cannot be charged now, on another day.
 */
function beginningOf(
  room: Exclude<ChargeableAmount, { kind: 'paid_off' | 'inactive' }>,
  another: IsoDate | null,
  today: IsoDate,
): Beginning {
  switch (room.kind) {
    case 'room':
      return { ...NOTHING, status: 'charging', amountCents: room.amountCents, nextTryOn: today };
    case 'unavailable':
      return { ...NOTHING, status: 'retrying', failureCode: 'loan_system_unavailable', nextTryOn: today };
    case 'none':
      return another === null
        ? { ...NOTHING, status: 'failed', failureCode: room.failureCode }
        : { ...NOTHING, status: 'retrying', failureCode: room.failureCode, nextTryOn: another };
  }
}
