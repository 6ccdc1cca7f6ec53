import { performance } from 'node:perf_hooks';
import { cents } from '../../../../core/money.js';
import type { EmbeddedLoanSystem } from '../../../../ledger/embedded-loan-system-interface.js';
import type { LoanSystem, PaymentOrder, Posting, PostingOutcome } from '../../../../loan-model/port.js';
import { applyChange } from '../../../../loan-model/projection/apply-change.js';
import { rememberApproval } from '../../collected/posting/awaiting-approval.js';
import { clearanceToPost, isRecovering, isStillClear } from '../../collected/posting/clear-to-post-while-recovering.js';
import { queueAccountImport } from '../../collected/posting/enqueue-outcome-lookup.js';
import { leaseMs, pauseMs, SEND_WITHIN_MS } from '../../collected/posting/lease-and-lookup-timing.js';
import { lookUpPosting } from '../../collected/posting/look-up-posting.js';
import { postUnlessItStands } from '../../collected/posting/post-unless-it-stands.js';
import {
  closeDifference,
  differsOrIsReversed,
  POSTING_DIFFERS,
  raiseDifferenceUnlessSettled,
} from '../../collected/posting/posting-that-differs.js';
import {
  overpaidCode,
  raiseIfOverpaid,
  raiseIfSettingRefused,
} from '../../collected/posting/raise-posting-exceptions.js';
import { closeLongWait, raiseIfWaitingLong } from '../../collected/posting/wait-for-recovery.js';
import { raiseException } from '../../exceptions/raise-and-close-exceptions.js';
import { endSchedules } from '../schedule/end-schedules-of-paid-off-loan.js';
import { loanOf } from './chargeable-amount.js';
import { expire } from './expire-schedule.js';
import { leaseRun, markPosted, moveRun, runAwaitsApproval } from './run-and-attempt-transitions.store.js';
import { countRuns } from './run-metrics.js';
import {
  type AutopayParts,
  autopayOf,
  expireIfOver,
  idle,
  keyOf,
  type Locked,
  type Next,
  rest,
  underLock,
} from './run-under-schedule-lock.js';
import type { RunStatus, WorkRow } from './run-work.reads.store.js';

/**
 * Failure code of a charge refunded because the loan system certainly has no posting, after the outcome had been
 * unknown.
 */
export const POSTING_UNCONFIRMED = 'posting_unconfirmed';

/** Failure code of a charge refunded because the loan system could not be reached for a day. */
export const LOAN_SYSTEM_UNAVAILABLE = 'loan_system_unavailable';

/** How long a charge may wait for an unreachable loan system before it is refunded to the borrower. */
const POSTED_WITHIN_MS = 24 * 3_600_000;

/** `charged` and `posting`: the charge is posted once, under the run's id, or it is refunded. */
export class PostingRuns {
  constructor(private readonly parts: AutopayParts) {}

  /**
   * Posts a charge. For a loan system in our own database, the posting and its outcome are written in one
   * transaction.
   */
  async post(seen: WorkRow): Promise<Next> {
    const { db, systems } = this.parts;
    const system = systems.byCode(seen.loanSystemCode);
    const { embedded } = system;
    if (embedded !== undefined) return underLock(db, seen, (locked) => this.#postEmbedded(locked, embedded));

    const loan = loanOf(seen);
    const clearance = await clearanceToPost(db, system, loan);
    if (clearance === undefined) return this.#waitForRecovery(seen);
    const began = performance.now();
    const leased = await underLock(db, seen, async ({ tx, run }) =>
      run.status === 'charged' && (await isStillClear(tx, loan, clearance))
        ? tx.first(autopayOf(run), leaseRun, { ...keyOf(run), status: 'posting', leaseMs: leaseMs(this.parts.timing) })
        : undefined,
    );
    if (leased === undefined) return 'go_on';
    // A process that was suspended past its time to send must not send: another process may have looked the posting up
    // already.
    const inTime = performance.now() - began < SEND_WITHIN_MS;
    const outcome = inTime ? await postUnlessItStands(system, orderOf(seen)) : ({ kind: 'unreachable' } as const);
    return this.#settle(seen, system, outcome, leased.lease);
  }

  /** Nothing is refunded until then: a charge that a restore brought back may have been posted. */
  async #waitForRecovery(seen: WorkRow): Promise<Next> {
    const { db, timing } = this.parts;
    await raiseIfWaitingLong(db, seen, loanOf(seen));
    return idle(db, seen, pauseMs(timing, seen.openForMs));
  }

  /** Looks up a posting of unknown outcome once. A posting under a lease belongs to the process that is sending it. */
  async look(seen: WorkRow): Promise<Next> {
    const { db, systems, logger } = this.parts;
    if (seen.abandonedForMs < 0) return rest(db, seen, -seen.abandonedForMs);
    const system = systems.byCode(seen.loanSystemCode);
    const sent = { ...seen, loan: loanOf(seen), reference: seen.id, mark: runAwaitsApproval };
    const next = await lookUpPosting(this.parts, system, sent);
    logger.info({ run_id: seen.id, step: next.kind }, 'autopay looked up a posting of unknown outcome');
    switch (next.kind) {
      case 'posted':
        return this.#settle(seen, system, { kind: 'confirmed', posting: next.posting }, seen.lease);
      case 'failed':
        if ((await clearanceToPost(db, system, loanOf(seen))) === undefined) return this.#waitForRecovery(seen);
        return this.#settle(seen, system, { kind: 'refused', reason: POSTING_UNCONFIRMED }, seen.lease);
      case 'rejected':
        return this.#settle(seen, system, { kind: 'refused', reason: next.reason }, seen.lease);
      case 'look_again':
        return rest(db, seen, next.inMs);
    }
  }

  async #postEmbedded(locked: Locked, system: EmbeddedLoanSystem): Promise<Next> {
    const { tx, run } = locked;
    if (run.status !== 'charged') return 'go_on';
    await system.lockAndQuote(tx, loanOf(run));
    const outcome = await system.postPayment(tx, orderOf(run));
    return outcome.kind === 'confirmed'
      ? this.#posted(locked, outcome.posting)
      : this.#move(locked, 'refunding', outcome.reason);
  }

  /**
   * @param lease - the lease under which it was sent, or that a lookup read; an outcome that is not definite applies
   * only while this lease is unchanged.
   */
  async #settle(seen: WorkRow, system: LoanSystem, outcome: PostingOutcome, lease: string | null): Promise<Next> {
    const { db, timing } = this.parts;
    const next = await underLock(db, seen, async (locked) => {
      const { tx, run } = locked;
      if (outcome.kind === 'confirmed') return this.#confirmed(locked, outcome.posting);
      if (run.status !== 'posting' || run.lease !== lease) return 'go_on';
      switch (outcome.kind) {
        case 'refused':
          return this.#refund(locked, outcome.reason);
        case 'unreachable':
          await raiseIfSettingRefused(tx, this.parts.clock, run, outcome);
          if (run.openForMs > POSTED_WITHIN_MS && !(await isRecovering(tx, run)))
            return this.#refund(locked, LOAN_SYSTEM_UNAVAILABLE);
          await this.#move(locked, 'charged', null);
          return idle(tx, run, pauseMs(timing, run.openForMs));
        case 'awaiting_approval':
        case 'unknown':
          if (outcome.kind === 'awaiting_approval') await rememberApproval(tx, run, runAwaitsApproval);
          await tx.first(autopayOf(run), leaseRun, { ...keyOf(run), status: 'posting', leaseMs: 0 });
          return rest(tx, run, timing.firstLookMs);
      }
    });
    if (outcome.kind === 'confirmed') await this.#expireIfPaidOff(seen, system);
    return next;
  }

  async #confirmed(locked: Locked, posting: Posting): Promise<Next> {
    const { tx, run } = locked;
    const differs = differsOrIsReversed(orderOf(run), posting);
    if (run.status === 'charged' || run.status === 'posting')
      return differs ? this.#differing(locked, posting) : this.#posted(locked, posting);
    const isRefund = run.status === 'refunding' || run.status === 'refunded';
    // It was refunded because of this posting.
    const isKnown = differs && run.failureCode === POSTING_DIFFERS;
    if (isRefund && !isKnown) await raisePostedAfterRefund(tx, run, posting);
    return 'go_on';
  }

  /**
   * The posting under the run's reference is another one, or was reversed there. The charge may belong to it, so it is
   * not refunded: an operator decides. An operator who resolves the exception accepts the posting as this run's.
   */
  async #differing(locked: Locked, posting: Posting): Promise<Next> {
    const { tx, run } = locked;
    const { amountCents, paymentMethod } = orderOf(run);
    const { id: reference, organizationId, accountId } = run;
    const difference = { reference, organizationId, accountId, amountCents, paymentMethod };
    if (await raiseDifferenceUnlessSettled(tx, difference, posting)) return this.#posted(locked, posting);
    if (run.status === 'charged' || run.abandonedForMs < 0)
      await tx.first(autopayOf(run), leaseRun, { ...keyOf(run), status: 'posting', leaseMs: 0 });
    return rest(tx, run, pauseMs(this.parts.timing, run.openForMs));
  }

  async #posted({ tx, run, schedule }: Locked, posting: Posting): Promise<Next> {
    await this.#closeQuestions(tx, run, 'The posting is the right one now.');
    await tx.first(autopayOf(run), markPosted, {
      ...keyOf(run),
      effectiveDate: posting.effectiveOn,
      referenceNumber: posting.referenceNumber,
      postingExternalId: posting.externalId,
      postedAt: posting.postedAt,
      code: overpaidCode(posting),
    });
    countRuns(tx, 'posted');
    await raiseIfOverpaid(tx, run, posting);
    const { change } = posting;
    if (change !== undefined) await applyChange(tx, { clock: this.parts.clock, endSchedules }, change);
    else await queueAccountImport(tx, run);
    await expireIfOver(tx, schedule);
    return 'rest';
  }

  async #refund(locked: Locked, failureCode: string): Promise<Next> {
    await this.#closeQuestions(locked.tx, locked.run, 'The charge was refunded.');
    return this.#move(locked, 'refunding', failureCode);
  }

  /** What an operator was asked about a posting at a remote loan system is decided with its outcome. */
  async #closeQuestions(
    tx: Locked['tx'],
    run: WorkRow,
    resolution: Parameters<typeof closeDifference>[3],
  ): Promise<void> {
    if (run.status !== 'posting') return;
    const { clock } = this.parts;
    await closeDifference(tx, clock, run, resolution);
    await closeLongWait(tx, clock, run);
  }

  async #move({ tx, run }: Locked, status: RunStatus, failureCode: string | null): Promise<Next> {
    await tx.first(autopayOf(run), moveRun, { ...keyOf(run), status, failureCode, nextTryOn: null, amountCents: null });
    return 'go_on';
  }

  /** If the loan system does not answer, the schedule ends on its next date, when nothing is left to pay. */
  async #expireIfPaidOff({ scheduleId, ...run }: WorkRow, system: LoanSystem): Promise<void> {
    const quote = await system.quotePayoff(loanOf(run));
    if (quote.kind === 'unavailable' || quote.value.payoffCents > 0) return;
    const { organizationId } = run;
    await this.parts.db.transaction((tx) => expire(tx, autopayOf(run), { id: scheduleId, organizationId }));
  }
}

export async function raisePostedAfterRefund(tx: Locked['tx'], run: WorkRow, posting: Posting): Promise<void> {
  const { referenceNumber } = posting;
  await raiseException(tx, run, 'autopay_posted_after_refund', { referenceNumber });
  await queueAccountImport(tx, run);
}

function orderOf(run: WorkRow): PaymentOrder {
  return {
    loan: loanOf(run),
    externalReference: run.id,
    amountCents: cents(run.amountCents ?? 0),
    paymentMethod: run.instrumentType ?? 'card',
    checkNumber: null,
    memo: null,
  };
}
