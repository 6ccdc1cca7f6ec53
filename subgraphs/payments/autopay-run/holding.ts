import type { IsoDate } from '../../../core/dates.js';
import type { Transaction } from '../../../core/db/database.js';
import type { AutopayScheduleRow } from '../autopay-schedule/autopay-schedule.store.js';
import { raiseException } from '../posting/operator-exception.js';
import { equalRun } from './holding.store.js';
import { autopayOf, type Key } from './run-lock.js';

/** Why a held run is not charged, and why one that a person cancelled never will be. */
export const POSSIBLE_DUPLICATE = 'possible_duplicate';

/**
 * The run of another schedule that a run for this date would equal by account, method and amount; undefined without one. The
 * account is locked, so of two runs that begin at once one finds the other.
 */
export async function equalTo(
  tx: Transaction,
  schedule: AutopayScheduleRow,
  dueOn: IsoDate,
): Promise<string | undefined> {
  const { id: scheduleId, organizationId, accountId, paymentMethodId, amountCents } = schedule;
  const of = { organizationId, accountId, scheduleId, dueOn, amountCents, paymentMethodId };
  return (await tx.first(autopayOf(schedule), equalRun, of))?.id;
}

/** Puts a held run before a person, who releases or cancels it. */
export function raiseHeld(
  tx: Transaction,
  run: Key,
  held: { readonly dueOn: IsoDate; readonly amountCents: number; readonly possibleDuplicateOf: string },
): Promise<void> {
  return raiseException(tx, run, 'autopay_run_held', held);
}
