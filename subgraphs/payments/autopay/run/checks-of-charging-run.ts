import type { ChargeOutcome, FoundCharge, RequestFault } from '../../../../connectors/card-processors/port.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import type { Reached } from '../../../../loan-model/port.js';
import { lockAccount, unsettledCents } from '../../account/payable-account.reads.store.js';
import type { AutopayScheduleRow } from '../schedule/autopay-schedule.store.js';
import { findEqualRun } from './hold-duplicate-run.js';
import { dueDate, nextTryOn } from './retry-days.js';
import { autopayOf, type Locked } from './run-under-schedule-lock.js';
import type { WorkRow } from './run-work.reads.store.js';

/** A definite outcome. */
export type Settled = Extract<ChargeOutcome, { kind: 'charged' | 'declined' }>;

/**
 * The run that this run, for which nothing was sent, equals. This version compares runs when they are created and
 * retried. An earlier version did not, so two equal runs that it left to be charged are charged once. Usually no
 * run is equal, and then the account is not locked. A one-time charge was compared when a person made it.
 */
export async function equalRunOf({ tx, run, schedule }: Locked): Promise<string | undefined> {
  // If an earlier attempt may have been charged, the next attempt continues under its reference.
  if (schedule.isOneTime || run.releasedAt !== null || run.triedBefore > 0) return undefined;
  const others = { notHeldFor: run.id, oneTimeSince: run.dueOn };
  if ((await findEqualRun(tx, schedule, run.dueOn, others)) === undefined) return undefined;
  await tx.first(autopayOf(run), lockAccount, { id: run.accountId, organizationId: run.organizationId });
  return findEqualRun(tx, schedule, run.dueOn, others);
}

/**
 * Whether payments or other runs of the account have no outcome yet, the schedule asks for more, and another day
 * is left for a try.
 */
export async function mayGrow(
  { tx, run, schedule }: Locked,
  clock: Clock,
  { leastCents }: RequestFault,
): Promise<boolean> {
  if (schedule.isOneTime) return false; // it has no other day
  const { accountId, organizationId, amountCents } = run;
  const today = await businessToday(tx, clock, organizationId);
  if (schedule.amountCents < (leastCents ?? 0) || nextTryOn(dueDate(schedule, run), today) === null) return false;
  const open = await tx.first(autopayOf(run), unsettledCents, { accountId, organizationId, quotedAt: 'infinity' });
  return (open?.cents ?? 0) > (amountCents ?? 0);
}

/** Whether the schedule now names another method, or an amount smaller than the one about to be charged. */
export function hasChanged(schedule: AutopayScheduleRow, run: WorkRow): boolean {
  return run.paymentMethodId !== schedule.paymentMethodId || (run.amountCents ?? 0) > schedule.amountCents;
}

/**
 * Why a one-time charge may not be sent any more. It was authorized for one day, and an attempt that charged nothing is
 * not followed by another on a later day.
 */
export function oneTimeStopReason({ accountStatus, dueOn }: WorkRow, today: IsoDate): string | undefined {
  if (accountStatus === 'paid_in_full' || accountStatus === 'closed') return 'loan_paid_off';
  return today > dueOn ? 'processor_unavailable' : undefined;
}

/** A lookup's result, as for a posting. */
export function asReached(found: FoundCharge): Reached<Settled | 'absent'> {
  switch (found.kind) {
    case 'absent':
      return { kind: 'answered', value: 'absent' };
    case 'pending':
    case 'unavailable':
      return { kind: 'unavailable' };
    default:
      return { kind: 'answered', value: found };
  }
}
