import type { Cents } from '../../../../core/money.js';
import { cents } from '../../../../core/money.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import type { EmbeddedLoanSystem } from '../../../../ledger/embedded-loan-system-interface.js';
import { holdActiveOrganization } from '../../account/payable-account.reads.store.js';
import { SEND_WITHIN_MS } from '../../collected/posting/lease-and-lookup-timing.js';
import { attemptId, runId } from '../run/run-ids.js';
import { type AutopayParts, autopayOf } from '../run/run-under-schedule-lock.js';
import { latestRunOnOrBefore, runAfter } from '../schedule/cadence.js';
import { type DueOfSet, insertRunsOfSet, lockDueSet, type RunToInsert, readDueSet } from './due-sets.store.js';

/** A run that was created under a lease, to be charged now, with its loan as it was read. */
export interface RunOfSet extends Omit<RunToInsert, 'dueOn' | 'amountCents'> {
  readonly organizationId: string;
  readonly dueOn: IsoDate;
  readonly amountCents: Cents;
  readonly token: string;
  readonly lease: string;
  readonly rowVersion: string;
  readonly read: DueOfSet;
}

interface DueSet {
  readonly organizationId: string;
  readonly today: IsoDate;
  readonly ids: readonly string[];
}

/** The schedules that were locked, and the runs that were created for some of them. */
interface CreatedRuns {
  readonly locked: ReadonlySet<string>;
  readonly runs: readonly RunOfSet[];
}

/**
 * Creates the runs of those schedules for which nothing but a charge is to be done, in one transaction: all others, and
 * those that another transaction has locked, are left as they are. So is everything if the organization is not active.
 */
export function createRunsOfSet(
  { db, timing }: AutopayParts,
  system: EmbeddedLoanSystem,
  { organizationId, today, ids }: DueSet,
): Promise<CreatedRuns> {
  const autopay = autopayOf({ organizationId });
  return db.transaction(async (tx) => {
    const lockedIds = (await tx.many(autopay, lockDueSet, { organizationId, ids, today })).map(({ id }) => id);
    const locked = new Set(lockedIds);
    if (locked.size === 0) return { locked, runs: [] };
    // The lender's lock first: a change of what its flags stop is either read here, or comes after these charges have begun.
    await tx.first(autopay, holdActiveOrganization, { organizationId });
    const read = await tx.many(autopay, readDueSet, { organizationId, ids: lockedIds, today });
    const planned = oneOfEachAccount(read).flatMap((due) => plannedRun(system, due, today) ?? []);
    if (planned.length === 0) return { locked, runs: [] };
    const runs = JSON.stringify(planned.map(({ read: _, token: __, ...run }) => run));
    const leaseMs = SEND_WITHIN_MS + timing.chargeTimeoutMs;
    const made = await tx.many(autopay, insertRunsOfSet, { organizationId, runs, today, leaseMs });
    const byId = new Map(made.map((run) => [run.id, run]));
    const created = planned.flatMap((run) => {
      const found = byId.get(run.id);
      return found === undefined ? [] : [{ ...run, ...found, organizationId }];
    });
    return { locked, runs: created };
  });
}

/** Of two schedules of an account the second one must find the first one's run. */
function oneOfEachAccount(read: readonly DueOfSet[]): readonly DueOfSet[] {
  return [...new Map(read.toReversed().map((due) => [due.accountId, due])).values()];
}

/** The run that is due, if all that is to be done is to charge it. */
function plannedRun(system: EmbeddedLoanSystem, due: DueOfSet, today: IsoDate) {
  const { scheduleId, nextDueOn: dueOn, endDate, token, paymentMethodId, id: loanId } = due;
  const isEarlier = latestRunOnOrBefore(due, today) !== dueOn;
  const isOver = endDate !== null && endDate < today;
  if (isEarlier || isOver || due.hasRetry || due.hasOtherRun || due.isFlagged || token === null || !isOpen(due))
    return undefined;
  const quote = system.quoteUnlocked(due);
  if (quote?.payable !== true) return undefined;
  const amountCents = cents(Math.min(due.wantedCents, quote.payoffCents - due.openCents));
  if (amountCents <= 0) return undefined;
  const id = runId(scheduleId, dueOn);
  const ids = { id, attemptId: attemptId(id, 1), scheduleId, loanId, paymentMethodId };
  return { ...ids, amountCents, dueOn, nextDueOn: runAfter(due, today), token, read: due };
}

function isOpen({ accountStatus }: DueOfSet): boolean {
  return accountStatus === 'active' || accountStatus === 'delinquent';
}
