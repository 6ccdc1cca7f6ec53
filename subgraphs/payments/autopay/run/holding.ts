import type { Transaction } from '../../../../core/db/database.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { raiseException } from '../../exceptions/raise-exception.js';
import type { AutopayScheduleRow } from '../schedule/autopay-schedule.store.js';
import { equalRun, holdRun } from './holding.store.js';
import { autopayOf, type Key, keyOf } from './run-lock.js';
import type { WorkRow } from './work.store.js';

/** Why a held run is not charged, and why one that a person cancelled never will be. */
export const POSSIBLE_DUPLICATE = 'possible_duplicate';

/**
 * The run of another schedule that a run for this date would equal by account, method and amount; undefined without one. The
 * account is locked, so of two runs that begin at once one finds the other.
 *
 * @param notHeldFor - the run itself: one that was held for it, and released, is no reason to hold it in turn
 */
export async function equalTo(
  tx: Transaction,
  schedule: AutopayScheduleRow,
  dueOn: IsoDate,
  notHeldFor: string | null = null,
): Promise<string | undefined> {
  const { id: scheduleId, organizationId, accountId, paymentMethodId, amountCents } = schedule;
  const of = { organizationId, accountId, scheduleId, dueOn, amountCents, paymentMethodId, notHeldFor };
  return (await tx.first(autopayOf(schedule), equalRun, of))?.id;
}

/** Holds a run, of which nothing is sent, because it equals another one. Its schedule's lock is held, and the account's. */
export async function hold(
  tx: Transaction,
  run: WorkRow,
  { possibleDuplicateOf, amountCents }: { readonly possibleDuplicateOf: string; readonly amountCents: number },
): Promise<void> {
  const held = { amountCents, possibleDuplicateOf };
  await tx.first(autopayOf(run), holdRun, { ...keyOf(run), ...held, failureCode: POSSIBLE_DUPLICATE });
  await raiseHeld(tx, run, { ...held, dueOn: run.dueOn });
}

/** Puts a held run before a person, who releases or cancels it. */
export function raiseHeld(
  tx: Transaction,
  run: Key,
  held: { readonly dueOn: IsoDate; readonly amountCents: number; readonly possibleDuplicateOf: string },
): Promise<void> {
  return raiseException(tx, run, 'autopay_run_held', held);
}
