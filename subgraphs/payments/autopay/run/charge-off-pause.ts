import { recordOwnAct } from '../../../../core/audit/record.js';
import type { Database, Transaction } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { raiseAgain } from '../../exceptions/raise-and-close-exceptions.js';
import { giveUpRetries, lockSchedule } from '../schedule/autopay-schedule.store.js';
import {
  closeSettledPauses,
  forgetChargeOff,
  pauseChargedOff,
  schedulesOfChargedOffLoan,
} from './due-schedules.store.js';
import { countRuns } from './run-metrics.js';
import { AUTOPAY, autopayOf, type Key, keyOf, runsOf } from './run-under-schedule-lock.js';

const CHARGED_OFF = 'loan_charged_off';

/**
 * Pauses a schedule whose loan is charged off, once per charge-off, and raises an exception for an operator: a
 * payment plan may have been agreed, or the charge-off may be undone. Requires the schedule's lock.
 *
 * @returns whether it was paused now, so that nothing may be charged for it.
 */
export async function pauseIfChargedOff(tx: Transaction, schedule: Key): Promise<boolean> {
  const autopay = autopayOf(schedule);
  const paused = await tx.first(autopay, pauseChargedOff, keyOf(schedule));
  if (paused === undefined) return false;
  const { id: subject, organizationId } = schedule;
  const stopped = { ...runsOf(schedule), failureCode: CHARGED_OFF, actor: autopay.actor };
  countRuns(tx, 'failed', (await tx.many(autopay, giveUpRetries, stopped)).length);
  await raiseAgain(tx, schedule, 'autopay_paused_after_charge_off', {
    amountCents: paused.amountCents,
    // Another charge-off is a separate case, even if everything else is equal.
    eventSequence: paused.eventSequence,
  });
  const change = { before: { status: 'active' }, after: { status: 'paused', reason: CHARGED_OFF } };
  await recordOwnAct(tx, autopay, { action: 'autopay_schedule.update', subject, organizationId, ...change });
  return true;
}

/**
 * Pauses every active schedule of a charged-off loan, each as soon as its lock is free. If the loan is no longer
 * charged off, clears the remembered charge-off.
 */
export async function pauseSchedulesOf(
  db: Database,
  { organizationId, accountId }: { readonly organizationId: string; readonly accountId: string },
): Promise<void> {
  const autopay = autopayOf({ organizationId });
  await db.many(autopay, forgetChargeOff, { accountId, organizationId });
  for (const schedule of await db.many(autopay, schedulesOfChargedOffLoan, { accountId })) {
    await db.transaction(async (tx) => {
      await tx.first(autopay, lockSchedule, keyOf(schedule));
      await pauseIfChargedOff(tx, schedule);
    });
  }
}

/** Closes the exceptions of schedules that an operator has resumed or cancelled, or that have ended. */
export async function closeHandledPauses(db: Database, clock: Clock, principal: Principal): Promise<void> {
  await db.many(principal, closeSettledPauses, { resolvedAt: isoInstant(clock.now()), resolvedBy: AUTOPAY.actor });
}
