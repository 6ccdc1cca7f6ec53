import { recordAudit } from '../../../../core/audit/record.js';
import { businessToday } from '../../../../core/business-time/business-clock.js';
import { requireById } from '../../../../core/db/by-id.js';
import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { POSTING_DIFFERS } from '../../collected/posting/posting-that-differs.js';
import { closeException, isOpen } from '../../exceptions/raise-and-close-exceptions.js';
import type { AutopayRunRow } from './autopay-run.reads.store.js';
import { runById } from './autopay-run.reads.store.js';
import { endHold } from './held-runs.store.js';
import { POSSIBLE_DUPLICATE } from './hold-duplicate-run.js';
import { dueDate, isOverdue } from './retry-days.js';
import { moveRun } from './run-and-attempt-transitions.store.js';
import { countRuns } from './run-metrics.js';
import { autopayOf, enqueueRun, expireIfOver, keyOf, type Locked, underLock } from './run-under-schedule-lock.js';

type HeldRunParts = Pick<ServiceParts, 'db' | 'clock'>;

/** The decisions of a person on a run that equals another one. */
export class HeldRuns {
  constructor(private readonly parts: HeldRunParts) {}

  /**
   * Charges the run today, even though it equals another one. Changes nothing when repeated.
   *
   * @throws {Problem} `insufficient_scope`, `autopay_run_not_found`, `autopay_run_not_held`
   */
  release(principal: Principal, id: string): Promise<AutopayRunRow> {
    return this.#decide(principal, id, async (locked) => {
      const { tx, run, schedule } = locked;
      if (run.releasedAt !== null) return;
      if (run.status !== 'held') throw new Problem('autopay_run_not_held', { reason: `run_${run.status}` });
      const today = await businessToday(tx, this.parts.clock, run.organizationId);
      if (schedule.status !== 'active') {
        throw new Problem('autopay_run_not_held', { reason: `schedule_${schedule.status}` });
      }
      if (isOverdue(dueDate(schedule, run), today, today)) {
        throw new Problem('autopay_run_not_held', { reason: 'next_date_has_come' });
      }
      const tried = { status: 'retrying', failureCode: 'released', nextTryOn: today, releasedOn: today } as const;
      await tx.first(principal, endHold, { ...keyOf(run), ...tried, actor: principal.actor });
      await this.#settle(principal, locked, 'autopay_run.release', 'retrying', 'It was released.');
      await enqueueRun(tx, run, 0);
    });
  }

  /**
   * Cancels the run, so that it is never charged. A run whose posting differs was charged: the charge is refunded.
   * Changes nothing when repeated.
   *
   * @throws {Problem} `insufficient_scope`, `autopay_run_not_found`, `autopay_run_not_held`
   */
  cancel(principal: Principal, id: string): Promise<AutopayRunRow> {
    return this.#decide(principal, id, async (locked) => {
      const { tx, run, schedule } = locked;
      if (run.status === 'failed' && run.failureCode === POSSIBLE_DUPLICATE) return;
      if (['refunding', 'refunded'].includes(run.status) && run.failureCode === POSTING_DIFFERS) return;
      if (run.status === 'posting' && (await isOpen(tx, run, POSTING_DIFFERS))) return this.#refund(principal, locked);
      if (run.status !== 'held') throw new Problem('autopay_run_not_held', { reason: `run_${run.status}` });
      const ended = { status: 'failed', failureCode: POSSIBLE_DUPLICATE, nextTryOn: null, releasedOn: null } as const;
      await tx.first(principal, endHold, { ...keyOf(run), ...ended, actor: principal.actor });
      countRuns(tx, 'failed');
      await this.#settle(principal, locked, 'autopay_run.cancel', 'failed', 'It was cancelled.');
      await expireIfOver(tx, schedule);
    });
  }

  async #refund(principal: Principal, { tx, run }: Locked): Promise<void> {
    const refunding = { status: 'refunding', failureCode: POSTING_DIFFERS } as const;
    await tx.first(autopayOf(run), moveRun, { ...keyOf(run), ...refunding, nextTryOn: null, amountCents: null });
    const at = isoInstant(this.parts.clock.now());
    await closeException(
      tx,
      run,
      POSTING_DIFFERS,
      'The run was cancelled, and its charge refunded.',
      at,
      principal.actor,
    );
    await this.#record(principal, { tx, run }, 'autopay_run.cancel', refunding.status);
    await enqueueRun(tx, run, 0);
  }

  async #decide(principal: Principal, id: string, act: (locked: Locked) => Promise<void>): Promise<AutopayRunRow> {
    requireRole(principal, 'supervisor');
    const seen = await requireById(this.parts.db, principal, runById, id, 'autopay_run_not_found');
    return underLock(this.parts.db, seen, async (locked) => {
      await act(locked);
      const run = await locked.tx.first(principal, runById, { id });
      if (run === undefined) throw new Error(`autopay run ${id} disappeared under its schedule's lock`);
      return run;
    });
  }

  async #settle(
    principal: Principal,
    { tx, run }: Locked,
    action: 'autopay_run.release' | 'autopay_run.cancel',
    status: string,
    resolution: string,
  ): Promise<void> {
    await closeHeld(tx, this.parts.clock, run, resolution, principal.actor);
    await this.#record(principal, { tx, run }, action, status);
  }

  async #record(
    principal: Principal,
    { tx, run }: Pick<Locked, 'tx' | 'run'>,
    action: 'autopay_run.release' | 'autopay_run.cancel',
    status: string,
  ): Promise<void> {
    const { organizationId, id: subject } = run;
    const act = { action, subject, organizationId, before: { status: run.status }, after: { status } };
    await recordAudit(tx, this.parts.clock, principal, act);
  }
}

/** Closes the exception of a run that is no longer held. */
export function closeHeld(
  tx: Transaction,
  clock: Clock,
  run: { readonly id: string; readonly organizationId: string },
  resolution: string,
  resolvedBy?: string,
): Promise<void> {
  return closeException(tx, run, 'autopay_run_held', resolution, isoInstant(clock.now()), resolvedBy);
}
