import type { Transaction } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { lockAccount } from '../../account/payable-account.reads.store.js';
import { raiseAgain } from '../../exceptions/raise-and-close-exceptions.js';
import { endHold, heldRunsOfSchedule, heldRunsToCheck, setDuplicateOfHeldRun } from './held-runs.store.js';
import { findEqualRun } from './hold-duplicate-run.js';
import { closeHeld } from './release-or-cancel-held-run.js';
import { countRuns } from './run-metrics.js';
import {
  type AutopayParts,
  autopayOf,
  type Key,
  keyOf,
  type Locked,
  runsOf,
  underLock,
} from './run-under-schedule-lock.js';

/**
 * Watches the schedule and the equal run of each held run. If the schedule ends, the held run ends with it. If the
 * equal run fails or is refunded, the exception says that nothing was taken for this date; a person still decides
 * whether to charge. A held run that fails here does not hold up the others.
 */
export async function watchHeldRuns(parts: WatchParts, principal: Principal): Promise<void> {
  for (const seen of await parts.db.many(principal, heldRunsToCheck, {})) {
    try {
      await underLock(parts.db, seen, (locked) => follow(parts.clock, locked, seen.otherStatus));
    } catch (error) {
      parts.logger.error({ err: error, run_id: seen.id }, 'a held run could not be checked');
    }
  }
}

type WatchParts = Pick<AutopayParts, 'db' | 'clock' | 'logger'>;

/** @param otherStatus - how the equal run ended without money; null: it has not. */
async function follow(clock: Clock, { tx, run, schedule }: Locked, otherStatus: string | null): Promise<void> {
  if (run.status !== 'held') return;
  if (schedule.status === 'expired' || schedule.status === 'cancelled') {
    const why = { failureCode: `schedule_${schedule.status}`, resolution: 'Its schedule has ended.' };
    return endHeldRuns(tx, clock, schedule, { ...why, actor: autopayOf(run).actor });
  }
  const { dueOn, amountCents, accountId, organizationId, possibleDuplicateOf } = run;
  if (amountCents === null || possibleDuplicateOf === null) return;
  const held = { dueOn, amountCents, possibleDuplicateOf };
  if (otherStatus === null) return raiseAgain(tx, run, 'autopay_run_held', held);
  await tx.first(autopayOf(run), lockAccount, { id: accountId, organizationId });
  // A third schedule's run may have been charged by now: then that one is the duplicate to show.
  const charged = await findEqualRun(tx, schedule, dueOn, { oneTimeSince: dueOn });
  if (charged === undefined) return raiseAgain(tx, run, 'autopay_run_held', { ...held, otherStatus });
  await tx.many(autopayOf(run), setDuplicateOfHeldRun, { ...keyOf(run), possibleDuplicateOf: charged });
  return raiseAgain(tx, run, 'autopay_run_held', { ...held, possibleDuplicateOf: charged });
}

/** Ends the held runs of a schedule that will not charge any more. Requires the schedule's lock. */
export async function endHeldRuns(
  tx: Transaction,
  clock: Clock,
  schedule: Key,
  {
    failureCode,
    resolution,
    actor,
  }: { readonly failureCode: string; readonly resolution: string; readonly actor: string },
): Promise<void> {
  const ended = { status: 'failed', failureCode, nextTryOn: null, releasedOn: null, actor } as const;
  for (const held of await tx.many(autopayOf(schedule), heldRunsOfSchedule, runsOf(schedule))) {
    await tx.first(autopayOf(held), endHold, { ...keyOf(held), ...ended });
    await closeHeld(tx, clock, held, resolution);
    countRuns(tx, 'failed');
  }
}
