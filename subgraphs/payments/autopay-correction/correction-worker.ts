import { performance } from 'node:perf_hooks';
import type {
  EmbeddedLoanSystem,
  LoanSystem,
  PaymentOrder,
  Posting,
  PostingOutcome,
  ReversalOrder,
} from '../../../connectors/loan-systems/port.js';
import { applyChange } from '../../../connectors/loan-systems/projection/apply-change.js';
import { type Principal, systemPrincipal, within } from '../../../core/auth/principal.js';
import type { Transaction } from '../../../core/db/database.js';
import { eachOrganization } from '../../../core/jobs/each-organization.js';
import { cents } from '../../../core/money.js';
import { loanOf } from '../autopay-run/room.js';
import { type AutopayParts, autopayOf, type Key, keyOf, type Locked, underLock } from '../autopay-run/run-lock.js';
import { countRuns } from '../autopay-run/run-metrics.js';
import { markPosted, markReversed } from '../autopay-run/transitions.store.js';
import { AccountGate, JOBS, PUT_OFF_MS } from '../posting/account-gate.js';
import { raiseException } from '../posting/operator-exception.js';
import { countPosting } from '../posting/posting-metrics.js';
import { leaseMs, pauseMs, SEND_WITHIN_MS } from '../posting/timing.js';
import { readAccountSoon } from '../posting/watch.js';
import { enqueueCharge } from '../processor-event/take-hints.js';
import { afterLook } from '../reconciliation/look.js';
import {
  type CorrectionWorkRow,
  correctionWork,
  leaseCorrection,
  organizationsWithCorrections,
  overdueCorrections,
  settleCorrection,
} from './correction.store.js';
import { enqueueCorrection } from './enqueue-correction.js';

const CORRECTIONS = systemPrincipal('autopay-corrections');

/** Corrections under a schedule's lock, as they stand there. */
interface Held extends Locked {
  readonly correction: CorrectionWorkRow;
}

/**
 * Takes the posting of a run back, or makes it again, once, under the correction's id: the protocol of postings. What nobody knows of
 * is looked for; certainly absent, it is sent again under the same reference, which a loan system takes once.
 */
export class CorrectionWorker {
  readonly #parts: AutopayParts;
  readonly #gate = new AccountGate(JOBS);

  constructor(parts: AutopayParts) {
    this.#parts = parts;
  }

  /** The next step of a correction; running it twice, or twice at once, changes nothing. */
  async work(key: Key): Promise<void> {
    const { db } = this.#parts;
    const seen = await db.first(within(CORRECTIONS, key.organizationId), correctionWork, keyOf(key));
    if (seen === undefined || seen.status !== 'pending') return;
    await (this.#gate.tryPass(seen.accountId, () => this.#step(seen)) ?? enqueueCorrection(db, key, PUT_OFF_MS));
  }

  /** Sees to it that every open correction is being worked on. Run every minute. */
  async watchOverdue(): Promise<void> {
    await eachOrganization(this.#parts, {
      principal: CORRECTIONS,
      due: organizationsWithCorrections,
      parameters: {},
      work: (principal, organizationId) => this.#watchOverdueOf(principal, organizationId),
    });
  }

  async *#watchOverdueOf(principal: Principal, organizationId: string): AsyncGenerator<void, void> {
    for (const { id } of await this.#parts.db.many(principal, overdueCorrections, {})) {
      await enqueueCorrection(this.#parts.db, { organizationId, id }, 0, 'kept');
      yield;
    }
  }

  async #step(seen: CorrectionWorkRow): Promise<void> {
    const system = this.#parts.systems.byCode(seen.loanSystemCode);
    if (system.embedded !== undefined) return this.#embedded(seen, system.embedded);
    if (seen.lease === null) return this.#send(seen, system);
    if (seen.abandonedForMs < 0) return enqueueCorrection(this.#parts.db, seen, -seen.abandonedForMs);
    return this.#look(seen, system);
  }

  /** A system in our own database: what is done and what is written down of it are one transaction. */
  async #embedded(seen: CorrectionWorkRow, system: EmbeddedLoanSystem): Promise<void> {
    await this.#held(seen, async (held) => {
      const { tx, correction } = held;
      await system.lockAndQuote(tx, loanOf(held.run));
      const outcome =
        correction.kind === 'reversal'
          ? await system.reversePayment(tx, reversalOf(correction))
          : await system.postPayment(tx, paymentOf(correction));
      if (outcome.kind === 'confirmed') await this.#confirmed(held, outcome.posting);
      else await this.#refused(held, outcome.reason);
    });
  }

  async #send(seen: CorrectionWorkRow, system: LoanSystem): Promise<void> {
    const began = performance.now();
    const lease = await this.#held(seen, async ({ tx, correction }) => {
      if (correction.lease !== null) return undefined;
      const leased = { ...keyOf(correction), leaseMs: leaseMs(this.#parts.timing) };
      await enqueueCorrection(tx, correction, leaseMs(this.#parts.timing));
      return (await tx.first(autopayOf(correction), leaseCorrection, leased))?.lease;
    });
    if (lease === undefined || lease === null) return;
    // A process that slept through its time to send must not send: another one may already have looked.
    const inTime = performance.now() - began < SEND_WITHIN_MS;
    const outcome: PostingOutcome = !inTime
      ? { kind: 'unreachable' }
      : seen.kind === 'reversal'
        ? await system.reversePayment(reversalOf(seen))
        : await system.postPayment(paymentOf(seen));
    await this.#settle(seen, outcome, lease);
  }

  async #look(seen: CorrectionWorkRow, system: LoanSystem): Promise<void> {
    const found = await system.findPosting(loanOf(seen), seen.id);
    const open = { abandonedForMs: seen.abandonedForMs, settleAfterMs: system.settleAfterMs };
    const next = afterLook(open, found, pauseMs(this.#parts.timing, seen.abandonedForMs));
    switch (next.kind) {
      case 'posted':
        return this.#settle(seen, { kind: 'confirmed', posting: next.posting }, seen.lease);
      case 'failed':
        return this.#settle(seen, { kind: 'unreachable' }, seen.lease);
      case 'look_again':
        return enqueueCorrection(this.#parts.db, seen, next.inMs);
    }
  }

  /** @param lease - under which it was sent, or that a look had read: what is not a fact holds only while it stands. */
  async #settle(seen: CorrectionWorkRow, outcome: PostingOutcome, lease: string | null): Promise<void> {
    const { timing } = this.#parts;
    await this.#held(seen, async (held) => {
      const { tx, correction } = held;
      if (outcome.kind === 'confirmed') return this.#confirmed(held, outcome.posting);
      if (correction.lease !== lease) return undefined;
      switch (outcome.kind) {
        case 'refused':
          return this.#refused(held, outcome.reason);
        case 'unreachable':
          await tx.first(autopayOf(correction), leaseCorrection, { ...keyOf(correction), leaseMs: null });
          return enqueueCorrection(tx, correction, pauseMs(timing, correction.openForMs));
        case 'unknown':
          await tx.first(autopayOf(correction), leaseCorrection, { ...keyOf(correction), leaseMs: 0 });
          return enqueueCorrection(tx, correction, timing.firstLookMs);
      }
    });
  }

  /** The correction with its schedule held; undefined when it is settled already. */
  #held<T>(seen: CorrectionWorkRow, change: (held: Held) => Promise<T>): Promise<T | undefined> {
    const { organizationId, runId, scheduleId } = seen;
    return underLock(this.#parts.db, { id: runId, organizationId, scheduleId }, async (locked) => {
      const correction = await locked.tx.first(autopayOf(seen), correctionWork, keyOf(seen));
      return correction?.status === 'pending' ? change({ ...locked, correction }) : undefined;
    });
  }

  async #confirmed({ tx, run, correction }: Held, posting: Posting): Promise<void> {
    const { referenceNumber } = posting;
    const isReversal = correction.kind === 'reversal';
    const done = { ...keyOf(correction), status: 'done', failureCode: null, referenceNumber } as const;
    const postingExternalId = isReversal ? null : posting.externalId;
    await tx.first(autopayOf(run), settleCorrection, { ...done, postingExternalId });
    if (isReversal) {
      await tx.first(autopayOf(run), markReversed, { ...keyOf(run), failureCode: correction.reason });
      countPosting(tx, 'reversal', correction.loanSystemCode, 'posted');
    } else {
      await tx.first(autopayOf(run), markPosted, {
        ...keyOf(run),
        effectiveDate: posting.effectiveOn,
        referenceNumber,
        postingExternalId: posting.externalId,
        postedAt: posting.postedAt,
      });
      countRuns(tx, 'posted');
    }
    if (posting.change !== undefined) await applyChange(tx, this.#parts.clock, posting.change);
    else await readAccountSoon(tx, run);
    await lookAtChargeSoon(tx, correction);
  }

  /** Before a person: the charge and the loan say different things. */
  async #refused({ tx, run, correction }: Held, reason: string): Promise<void> {
    const isReversal = correction.kind === 'reversal';
    const refused = { ...keyOf(correction), status: 'refused', failureCode: reason, referenceNumber: null } as const;
    await tx.first(autopayOf(run), settleCorrection, { ...refused, postingExternalId: null });
    if (isReversal) countPosting(tx, 'reversal', correction.loanSystemCode, 'rejected');
    const kind = isReversal ? 'autopay_reversal_refused' : 'autopay_reposting_refused';
    await raiseException(tx, correction, kind, {
      runId: run.id,
      code: reason,
      reason: correction.reason,
      cause: correction.cause,
      charge: correction.chargeExternalId ?? '',
      amountCents: correction.amountCents,
    });
  }
}

/** What became of the charge meanwhile is asked for once more. */
async function lookAtChargeSoon(tx: Transaction, { processor, chargeExternalId }: CorrectionWorkRow): Promise<void> {
  if (processor === null || chargeExternalId === null) return;
  await enqueueCharge(tx, { processor, chargeExternalId }, 0);
}

function reversalOf(correction: CorrectionWorkRow): ReversalOrder {
  const { id, paymentReference, postingExternalId, amountCents, reason } = correction;
  if (paymentReference === null || postingExternalId === null) throw new Error(`correction ${id} takes nothing back`);
  return {
    loan: loanOf(correction),
    externalReference: id,
    paymentReference,
    postingExternalId,
    amountCents: cents(amountCents),
    reason,
    isNsf: false,
  };
}

function paymentOf(correction: CorrectionWorkRow): PaymentOrder {
  return {
    loan: loanOf(correction),
    externalReference: correction.id,
    amountCents: cents(correction.amountCents),
    paymentMethod: correction.instrumentType ?? 'card',
    checkNumber: null,
    memo: null,
  };
}
