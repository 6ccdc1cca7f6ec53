import { recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { requireById } from '../../../../core/db/by-id.js';
import { Problem } from '../../../../core/errors/problem.js';
import { type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { chargeStop } from '../../../../loan-model/flags/flag-stopping-charges.js';
import { type AutopayRunRow, runById } from './autopay-run.reads.store.js';
import { dueDate, isOverdue } from './retry-days.js';
import { otherOpenRun, tryOn } from './retry-now.store.js';
import { enqueueRun, keyOf, type Locked, underLock } from './run-under-schedule-lock.js';

/**
 * Attempts of one run after which no person may ask for another. Card networks limit how often a declined charge is
 * submitted again (Visa: 15 times in 30 days) and fine the merchant beyond that; automatic tries also count.
 */
export const MOST_ATTEMPTS = 10;

type RetryParts = Pick<ServiceParts, 'db' | 'clock'>;

/**
 * A person moves the next try of a declined run to today. The run itself is tried by a worker, with the same checks as
 * on its retry day: the amount that is left, an equal run, the schedule.
 */
export class RunRetrier {
  constructor(private readonly parts: RetryParts) {}

  /**
   * @param attemptsSeen - how many attempts the caller has seen. If the run has more, a try has begun since then: nothing
   *   changes. So the same request, however often it is sent, begins at most one try.
   * @throws {Problem} `insufficient_scope`, `autopay_run_not_found`, `autopay_run_not_retryable`
   */
  async retryNow(principal: Principal, id: string, attemptsSeen: number): Promise<AutopayRunRow> {
    requireRole(principal, 'agent');
    const { db, clock } = this.parts;
    const seen = await requireById(db, principal, runById, id, 'autopay_run_not_found');
    return underLock(db, seen, async (locked) => {
      const { tx, run } = locked;
      if (run.attemptNumber === attemptsSeen) {
        const today = await businessToday(tx, clock, run.organizationId);
        await this.#moveTo(principal, locked, today);
      }
      const after = await tx.first(principal, runById, { id });
      if (after === undefined) throw new Error(`autopay run ${id} disappeared under its schedule's lock`);
      return after;
    });
  }

  async #moveTo(principal: Principal, locked: Locked, today: IsoDate): Promise<void> {
    const { tx, run } = locked;
    const reason = await notRetryable(principal, locked, today);
    if (reason !== undefined) throw new Problem('autopay_run_not_retryable', { reason });
    const { id: subject, organizationId, nextTryOn } = run;
    // It is due already: a worker takes it up.
    if (nextTryOn === null || nextTryOn <= today) return;
    await tx.many(principal, tryOn, { ...keyOf(run), nextTryOn: today });
    const change = { before: { nextTryOn }, after: { nextTryOn: today } };
    await recordAudit(tx, this.parts.clock, principal, {
      ...{ action: 'autopay_run.retry', subject, organizationId },
      ...change,
    });
    await enqueueRun(tx, run, 0);
  }
}

/** Why the run may not be tried today; undefined: it may. A hard decline has ended its run. */
async function notRetryable(
  principal: Principal,
  { tx, run, schedule }: Locked,
  today: IsoDate,
): Promise<string | undefined> {
  if (run.status !== 'retrying') return `run_${run.status}`;
  if (schedule.status !== 'active') return `schedule_${schedule.status}`;
  if (isOverdue(dueDate(schedule, run), today, today)) return 'next_date_has_come';
  if (run.attemptNumber >= MOST_ATTEMPTS) return 'most_attempts';
  const other = await tx.first(principal, otherOpenRun, { ...keyOf(run), accountId: run.accountId });
  if (other !== undefined) return 'other_run_open';
  return chargeStop(tx, principal, run, today);
}
