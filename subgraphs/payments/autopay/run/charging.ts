import { performance } from 'node:perf_hooks';
import type { CardProcessor, Charge, ChargeOutcome } from '../../../../connectors/card-processors/port.js';
import { businessToday, isSandbox } from '../../../../core/business-time/business-clock.js';
import { cents } from '../../../../core/money.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { chargeStop } from '../../../../loan-model/flags/flag-stopping-charges.js';
import { holdActiveOrganization, lockAccount } from '../../account/payable-account.reads.store.js';
import { POSTPONE_MS } from '../../collected/posting/account-concurrency-gate.js';
import { pauseMs, SEND_WITHIN_MS } from '../../collected/posting/lease-and-lookup-timing.js';
import { afterLookup, msUntilLookup } from '../../collected/posting/outcome-lookup-schedule.js';
import { raiseException } from '../../exceptions/raise-and-close-exceptions.js';
import type { ScheduleToRun } from '../schedule/autopay-schedule.store.js';
import type { AutopayAttemptRow } from './autopay-run.reads.store.js';
import {
  asReached,
  equalRunOf,
  hasChanged,
  mayGrow,
  oneTimeStopReason,
  type Settled,
} from './checks-of-charging-run.js';
import { holdDuplicateRun, POSSIBLE_DUPLICATE } from './hold-duplicate-run.js';
import { raiseRefusedRequest } from './raise-refused-charge.js';
import { dueDate, isOverdue } from './retry-days.js';
import type { Retrying } from './retrying.js';
import { attemptStatus, insertAttempt, leaseRun, moveRun, settleAttempt } from './run-and-attempt-transitions.store.js';
import { attemptId } from './run-ids.js';
import {
  type AutopayParts,
  autopayOf,
  fail,
  idle,
  keyOf,
  type Locked,
  type Next,
  rest,
  underLock,
} from './run-under-schedule-lock.js';
import { type RunStatus, UNCONFIRMED, type WorkRow } from './run-work.reads.store.js';
import { sendCharge } from './send-charge.js';
import type { SentAttempt } from './sent-attempt.js';

/** After this many attempts that had an unknown outcome and turned out not to be charged, the run is given up. */
const MOST_NOT_CHARGED = 5;

/** Shown to the borrower. */
export const DESCRIPTION = 'Automatic loan payment';
const ONE_TIME_DESCRIPTION = 'Loan payment';

/** An attempt with the run as it was when this step began. */
interface Attempt extends SentAttempt {
  readonly run: WorkRow;
}

type Begun =
  | { readonly kind: 'send' | 'look'; readonly attempt: Attempt }
  | { readonly kind: 'next'; readonly next: Next };

/**
 * `charging`: an attempt is sent once under its id. If its outcome is unknown, only a lookup at the processor may
 * decide it. Another attempt begins only when the previous one is certainly not charged and cannot be charged later.
 */
export class Charging {
  constructor(
    private readonly parts: AutopayParts,
    private readonly retrying: Retrying,
  ) {}

  /** Does not begin, and is queued again, while the processor has as many charges as it may have. */
  async step(seen: WorkRow): Promise<Next> {
    const { charges, db } = this.parts;
    const { processor } = seen;
    if (seen.lease !== null || processor === null) return this.#sendOrLook(seen, false);
    if (charges.take(processor) === 0) return rest(db, seen, Math.max(POSTPONE_MS, charges.msUntilAllowed(processor)));
    try {
      return await this.#sendOrLook(seen, true);
    } finally {
      charges.give(processor);
    }
  }

  async #sendOrLook(seen: WorkRow, hasPlace: boolean): Promise<Next> {
    const began = performance.now();
    const begun = await underLock(this.parts.db, seen, (locked) => this.#begin(locked, hasPlace));
    if (begun.kind === 'next') return begun.next;
    const { attempt } = begun;
    if (begun.kind === 'look') return this.#look(attempt);
    // A process that was suspended past its time to send must not send: another process may have looked the charge up
    // already.
    const inTime = performance.now() - began < SEND_WITHIN_MS;
    const outcome = inTime ? await sendCharge(this.parts.charges, attempt) : ({ kind: 'unreachable' } as const);
    return this.settle(attempt, outcome);
  }

  async #begin(locked: Locked, hasPlace: boolean): Promise<Begun> {
    const { tx, run, schedule } = locked;
    if (run.status !== 'charging') return { kind: 'next', next: 'go_on' };
    const { attemptId: latest, amountCents, token } = run;
    if (latest === null || amountCents === null)
      throw new Error(`autopay run ${run.id} is charging without an attempt`);
    const processor = await this.#processorOf(tx, run);
    const today = await businessToday(tx, this.parts.clock, run.organizationId);

    if (run.lease !== null && msUntilLookup({ ...run, settleAfterMs: 0 }) > 0) {
      return { kind: 'next', next: await rest(tx, run, -run.abandonedForMs) };
    }
    if (run.lease === null) {
      const stop = this.#stopReason(schedule, run, today);
      if (stop !== undefined) return { kind: 'next', next: await this.#giveUp(locked, latest, stop) };
      const { organizationId } = run;
      const active = await tx.first(autopayOf(run), holdActiveOrganization, { organizationId });
      if (active === undefined) return { kind: 'next', next: 'idle' }; // until its organization is active again
      // The account's lock until the lease is stored: a flag is either read here, or set after the charge has begun.
      await tx.first(autopayOf(run), lockAccount, { id: run.accountId, organizationId });
      const flag = await chargeStop(tx, autopayOf(run), run, today);
      if (flag !== undefined) {
        await this.#settleAttempt(locked, latest, 'not_charged', flag);
        return { kind: 'next', next: await this.retrying.again(locked, flag, false) };
      }
      if (hasChanged(schedule, run)) return { kind: 'next', next: await this.#beginAgain(locked, latest) };
      if (run.nextTryOn !== null && run.nextTryOn < today) {
        await this.#settleAttempt(locked, latest, 'not_charged', 'processor_unavailable');
        return { kind: 'next', next: await this.retrying.again(locked, 'processor_unavailable', false) };
      }
      if (processor === undefined || token === null) {
        await this.#settleAttempt(locked, latest, 'declined', 'processor_unavailable');
        return { kind: 'next', next: await this.retrying.again(locked, 'processor_unavailable', false) };
      }
      const equal = await equalRunOf(locked);
      if (equal !== undefined) {
        await this.#settleAttempt(locked, latest, 'not_charged', POSSIBLE_DUPLICATE);
        await holdDuplicateRun(tx, run, { possibleDuplicateOf: equal, amountCents });
        return { kind: 'next', next: 'rest' };
      }
    }
    if (processor === undefined || token === null) {
      return { kind: 'next', next: await idle(tx, run, pauseMs(this.parts.timing, run.openForMs)) };
    }
    const order = {
      organizationId: run.organizationId,
      reference: run.reference ?? latest,
      triedBefore: run.triedBefore,
      mayBeKnown: run.triedBefore > 0 || run.dueOn < today,
      instrument: { token, customer: run.customer },
      amountCents: cents(amountCents),
      description: schedule.isOneTime ? ONE_TIME_DESCRIPTION : DESCRIPTION,
    };
    const attempt = { id: latest, processor, order, run };
    if (run.lease !== null) return { kind: 'look', attempt: { ...attempt, lease: run.lease } };
    // It was under a lease when it was read: the next step takes a place first.
    if (!hasPlace) return { kind: 'next', next: 'go_on' };
    const leaseMs = SEND_WITHIN_MS + this.parts.timing.chargeTimeoutMs;
    const leased = await tx.first(autopayOf(run), leaseRun, { ...keyOf(run), status: 'charging', leaseMs });
    if (leased === undefined) throw new Error(`autopay run ${run.id} disappeared`);
    return { kind: 'send', attempt: { ...attempt, lease: leased.lease } };
  }

  async #processorOf(tx: Locked['tx'], { processor, organizationId }: WorkRow): Promise<CardProcessor | undefined> {
    if (processor === null) return undefined;
    return this.parts.processors.of(processor, await isSandbox(tx, organizationId));
  }

  /** Why nothing may be sent any more; undefined when sending is allowed. */
  #stopReason(schedule: ScheduleToRun, run: WorkRow, today: IsoDate): string | undefined {
    if (schedule.isOneTime) return oneTimeStopReason(run, today);
    if (schedule.status !== 'active') return `schedule_${schedule.status}`;
    if (schedule.endDate !== null && run.dueOn > schedule.endDate) return 'schedule_ended';
    return isOverdue(dueDate(schedule, run), run.nextTryOn, today) ? 'processor_unavailable' : undefined;
  }

  /** The attempt charged nothing: the next one uses what the schedule says now. */
  async #beginAgain({ tx, run, ...locked }: Locked, attemptId: string): Promise<Next> {
    await this.#settleAttempt({ tx, run, ...locked }, attemptId, 'not_charged', 'schedule_changed');
    const nextTryOn = await businessToday(tx, this.parts.clock, run.organizationId);
    const retrying = { status: 'retrying', failureCode: 'schedule_changed', nextTryOn, amountCents: null } as const;
    await tx.first(autopayOf(run), moveRun, { ...keyOf(run), ...retrying });
    return 'go_on';
  }

  async #look(attempt: Attempt): Promise<Next> {
    const { run, processor, order } = attempt;
    const found = await processor.findCharge(order);
    const open = { abandonedForMs: run.abandonedForMs, settleAfterMs: processor.settleAfterMs };
    const next = afterLookup(open, asReached(found), pauseMs(this.parts.timing, run.abandonedForMs));
    this.parts.logger.info({ run_id: run.id, step: next.kind }, 'autopay looked up a charge of unknown outcome');
    switch (next.kind) {
      case 'posted':
        return this.settle(attempt, next.posting);
      case 'failed':
        return underLock(this.parts.db, run, (locked) => this.#notCharged(locked, attempt));
      case 'look_again':
        return rest(this.parts.db, run, next.inMs);
    }
  }

  /** Stores the outcome of an attempt that was sent. */
  async settle(attempt: SentAttempt, outcome: ChargeOutcome): Promise<Next> {
    const { timing } = this.parts;
    const limited = outcome.kind === 'unreachable' ? outcome.rateLimit : undefined;
    const next = await underLock(this.parts.db, attempt.run, async (locked) => {
      const { tx, run } = locked;
      if (outcome.kind === 'charged' || outcome.kind === 'declined') return this.#known(locked, attempt, outcome);
      // The process that holds the run now continues it.
      if (run.status !== 'charging' || run.lease !== attempt.lease) return 'go_on';
      if (outcome.kind === 'unknown') {
        await tx.first(autopayOf(run), leaseRun, { ...keyOf(run), status: 'charging', leaseMs: 0 });
        return rest(tx, run, timing.firstLookMs);
      }
      // A person waits for the result of a one-time charge, and can make another one.
      if (locked.schedule.isOneTime && limited === undefined)
        return this.#giveUp(locked, attempt.id, 'processor_unavailable');
      await this.#move(locked, 'charging');
      return idle(tx, run, Math.max(pauseMs(timing, run.openForMs), limited?.retryAfterMs ?? 0));
    });
    if (next !== 'give_back') return next;
    return outcome.kind === 'charged' ? this.#giveBack(attempt, outcome.charge) : 'go_on';
  }

  /** Applies a definite outcome, whichever process learned it and however late. */
  async #known(locked: Locked, { id, processor, order }: SentAttempt, outcome: Settled): Promise<Next | 'give_back'> {
    const { tx, run } = locked;
    if (outcome.kind === 'declined') {
      const { code, isHard, requestFault: fault } = outcome;
      if (!(await this.#settleAttempt(locked, id, 'declined', code))) return 'go_on';
      // Payments without an outcome may still free some of the payoff: the chargeable amount is this small only for
      // now.
      if (fault?.isTooSmall === true && (await mayGrow(locked, this.parts.clock, fault))) {
        return this.retrying.again(locked, 'payoff_already_covered', false);
      }
      // The person who made a one-time charge sees that it was too small.
      if (fault !== undefined && !(locked.schedule.isOneTime && fault.isTooSmall)) {
        const refused = { attemptId: id, processor: processor.code, code, amountCents: order.amountCents, fault };
        await raiseRefusedRequest(tx, run, refused);
      }
      return this.retrying.again(locked, code, isHard);
    }
    const { externalId, amountCents } = outcome.charge;
    if (await this.#settleAttempt(locked, id, 'charged', null, externalId)) {
      await this.#move(locked, 'charged', amountCents); // whatever was charged is posted, even if the amount differs
      return 'go_on';
    }
    const known = await tx.first(autopayOf(run), attemptStatus, { id, organizationId: run.organizationId });
    // Attempts under one reference share one charge: it is also the charge of the next attempt.
    if (known?.status === 'charged' || run.status === 'charging' || run.chargeExternalId === externalId) return 'go_on';
    const subject = { id, organizationId: run.organizationId };
    await raiseException(tx, subject, 'autopay_charged_after_given_up', { runId: run.id, charge: externalId });
    return 'give_back';
  }

  /** Refunds a charge that will not be posted. Operators have been notified; they also handle a refund that fails. */
  async #giveBack({ id, processor, order }: SentAttempt, { externalId, amountCents }: Charge): Promise<Next> {
    const { organizationId } = order;
    const refund = { organizationId, reference: `${id}-refund`, chargeExternalId: externalId, amountCents };
    const outcome = await processor.refund(refund);
    this.parts.logger.error(
      { attempt_id: id, refund: outcome.kind },
      'a charge appeared after its attempt was given up',
    );
    return 'go_on';
  }

  /**
   * It is too late for this charge to appear, so another attempt is made. It uses the same reference: if a processor
   * breaks its own time limit, the two attempts still make one charge.
   */
  async #notCharged(locked: Locked, attempt: Attempt): Promise<Next> {
    const { tx, run, schedule } = locked;
    if (run.status !== 'charging' || run.lease !== attempt.lease) return 'go_on';
    const { paymentMethodId, amountCents } = run;
    if (paymentMethodId === null || amountCents === null) throw new Error(`autopay run ${run.id} charged nothing`);
    const isLast = run.notCharged + 1 >= MOST_NOT_CHARGED || hasChanged(schedule, run);
    const today = await businessToday(tx, this.parts.clock, run.organizationId);
    const stop = isLast ? UNCONFIRMED : this.#stopReason(schedule, run, today);
    if (stop !== undefined) return this.#giveUp(locked, attempt.id, stop);
    await this.#settleAttempt(locked, attempt.id, 'not_charged', UNCONFIRMED);
    const number = run.attemptNumber + 1;
    const id = attemptId(run.id, number);
    await tx.first(autopayOf(run), insertAttempt, {
      id,
      organizationId: run.organizationId,
      runId: run.id,
      number,
      paymentMethodId,
      amountCents,
    });
    await this.#move(locked, 'charging');
    return 'go_on';
  }

  async #giveUp(locked: Locked, attemptId: string, failureCode: string): Promise<'rest'> {
    await this.#settleAttempt(locked, attemptId, 'not_charged', failureCode);
    return fail(locked, failureCode);
  }

  async #settleAttempt(
    { tx, run }: Locked,
    id: string,
    status: AutopayAttemptRow['status'],
    failureCode: string | null,
    chargeExternalId: string | null = null,
  ): Promise<boolean> {
    const { organizationId } = run;
    const ended = { id, organizationId, status, failureCode, chargeExternalId };
    return (await tx.first(autopayOf(run), settleAttempt, ended)) !== undefined;
  }

  async #move({ tx, run }: Locked, status: RunStatus, amountCents: number | null = null): Promise<void> {
    const nextTryOn = status === 'charging' ? run.nextTryOn : null;
    await tx.first(autopayOf(run), moveRun, { ...keyOf(run), status, failureCode: null, nextTryOn, amountCents });
  }
}
