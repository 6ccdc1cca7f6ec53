import { businessToday } from '../../../../core/business-time/business-clock.js';
import { pauseIfChargedOff } from './charge-off-pause.js';
import { type ChargeableAmount, chargeableAmountFor, quoteFor } from './chargeable-amount.js';
import { expire } from './expire-schedule.js';
import { findEqualRun, holdDuplicateRun } from './hold-duplicate-run.js';
import { dueDate, isOverdue, nextTryOn } from './retry-days.js';
import { insertAttempt, moveRun } from './run-and-attempt-transitions.store.js';
import { attemptId } from './run-ids.js';
import {
  type AutopayParts,
  autopayOf,
  fail,
  keyOf,
  type Locked,
  type Next,
  underLock,
} from './run-under-schedule-lock.js';
import type { WorkRow } from './run-work.reads.store.js';

/** Begins another attempt on its retry day, with the current state of the loan and the schedule. */
export class Retrying {
  constructor(private readonly parts: AutopayParts) {}

  async step(seen: WorkRow): Promise<Next> {
    const today = await businessToday(this.parts.db, this.parts.clock, seen.organizationId);
    if (seen.nextTryOn === null || seen.nextTryOn > today) return 'rest';
    const quoted = await quoteFor(this.parts.db, this.parts.systems, seen);
    return underLock(this.parts.db, seen, async (locked) => {
      const { tx, run, schedule } = locked;
      if (run.status !== 'retrying') return 'go_on';
      if (run.nextTryOn === null || run.nextTryOn > today) return 'rest';
      if (schedule.status !== 'active') return fail(locked, `schedule_${schedule.status}`);
      if (isOverdue(dueDate(schedule, run), run.nextTryOn, today)) {
        return fail(locked, run.failureCode ?? 'not_charged');
      }
      const room = await chargeableAmountFor(tx, this.parts.systems, quoted, schedule.amountCents, today);
      // Pausing the schedule also gives up its retries.
      if (room.kind !== 'paid_off' && (await pauseIfChargedOff(tx, schedule))) return 'rest';
      return this.#begin(locked, room);
    });
  }

  async #begin(locked: Locked, room: ChargeableAmount): Promise<Next> {
    const { tx, run, schedule } = locked;
    switch (room.kind) {
      case 'paid_off':
        await fail(locked, 'loan_paid_off');
        await expire(tx, autopayOf(schedule), schedule);
        return 'rest';
      case 'none':
        return this.again(locked, room.failureCode, false);
      case 'unavailable':
      case 'inactive':
        return 'idle'; // retried by the next minute's job
      case 'room': {
        const { amountCents } = room;
        const equal =
          run.releasedAt === null
            ? await findEqualRun(tx, schedule, run.dueOn, { notHeldFor: run.id, oneTimeSince: run.dueOn })
            : undefined;
        if (equal !== undefined) {
          await holdDuplicateRun(tx, run, { possibleDuplicateOf: equal, amountCents });
          return 'rest';
        }
        const { paymentMethodId } = schedule;
        const number = run.attemptNumber + 1;
        const id = attemptId(run.id, number);
        await tx.first(autopayOf(run), insertAttempt, {
          id,
          organizationId: run.organizationId,
          runId: run.id,
          number,
          paymentMethodId,
          amountCents,
        });
        const today = await businessToday(tx, this.parts.clock, run.organizationId);
        const charging = { status: 'charging', failureCode: null, nextTryOn: today, amountCents } as const;
        await tx.first(autopayOf(run), moveRun, { ...keyOf(run), ...charging });
        return 'go_on';
      }
    }
  }

  /**
   * Handles a charge that failed today: it is retried on the first, third or seventh day, unless a retry is useless
   * or no longer wanted.
   */
  async again(locked: Locked, failureCode: string, isHard: boolean): Promise<'rest'> {
    const { tx, run, schedule } = locked;
    const today = await businessToday(tx, this.parts.clock, run.organizationId);
    const next = nextTryOn(dueDate(schedule, run), today);
    if (isHard || next === null || schedule.status !== 'active') return fail(locked, failureCode);
    const retrying = { status: 'retrying', failureCode, nextTryOn: next, amountCents: null } as const;
    await tx.first(autopayOf(run), moveRun, { ...keyOf(run), ...retrying });
    return 'rest';
  }
}
