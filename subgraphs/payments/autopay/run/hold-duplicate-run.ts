import type { Transaction } from '../../../../core/db/database.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { raiseException } from '../../exceptions/raise-and-close-exceptions.js';
import type { AutopayScheduleRow } from '../schedule/autopay-schedule.store.js';
import { equalRun, holdRun } from './held-runs.store.js';
import { autopayOf, type Key, keyOf } from './run-under-schedule-lock.js';
import type { WorkRow } from './run-work.reads.store.js';

/** Failure code of a held run, and of a held run that a person cancelled. */
export const POSSIBLE_DUPLICATE = 'possible_duplicate';

/**
 * The run of another schedule with the same account, method and amount as a run for this date would have; undefined
 * if there is none. Locks the account, so that of two runs that begin at once one finds the other.
 *
 * @param notHeldFor - the run itself: another run that was held because of it, and released, is no reason to hold it
 * in turn
 * @param attemptedOn - also a run of another date whose method was charged on this day
 * @param oneTimeSince - also a one-time charge of this day or later
 */
export async function findEqualRun(
  tx: Transaction,
  schedule: Pick<AutopayScheduleRow, 'id' | 'organizationId' | 'accountId' | 'paymentMethodId' | 'amountCents'>,
  dueOn: IsoDate,
  {
    notHeldFor = null,
    attemptedOn = null,
    oneTimeSince = null,
  }: {
    readonly notHeldFor?: string | null;
    readonly attemptedOn?: IsoDate | null;
    readonly oneTimeSince?: IsoDate | null;
  } = {},
): Promise<string | undefined> {
  const { id: scheduleId, organizationId, accountId, paymentMethodId, amountCents } = schedule;
  const alike = { organizationId, accountId, scheduleId, dueOn, amountCents, paymentMethodId };
  const of = { ...alike, notHeldFor, attemptedOn, oneTimeSince };
  return (await tx.first(autopayOf(schedule), equalRun, of))?.id;
}

/**
 * Holds a run, for which nothing was sent, because it equals another one. Requires the locks of its schedule and the
 * account.
 */
export async function holdDuplicateRun(
  tx: Transaction,
  run: WorkRow,
  { possibleDuplicateOf, amountCents }: { readonly possibleDuplicateOf: string; readonly amountCents: number },
): Promise<void> {
  const held = { amountCents, possibleDuplicateOf };
  await tx.first(autopayOf(run), holdRun, { ...keyOf(run), ...held, failureCode: POSSIBLE_DUPLICATE });
  await raiseHeld(tx, run, { ...held, dueOn: run.dueOn });
}

/** Raises an exception for a held run, which a person releases or cancels. */
export function raiseHeld(
  tx: Transaction,
  run: Key,
  held: { readonly dueOn: IsoDate; readonly amountCents: number; readonly possibleDuplicateOf: string },
): Promise<void> {
  return raiseException(tx, run, 'autopay_run_held', held);
}
