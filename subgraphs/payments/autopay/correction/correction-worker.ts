import type { Transaction } from '../../../../core/db/database.js';
import { eachOrganization } from '../../../../core/jobs/each-organization.js';
import { cents } from '../../../../core/money.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { PaymentOrder, Posting, ReversalOrder } from '../../../../loan-model/port.js';
import { applyChange } from '../../../../loan-model/projection/apply-change.js';
import { AccountGate, JOBS, POSTPONE_MS } from '../../collected/posting/account-concurrency-gate.js';
import { queueAccountImport } from '../../collected/posting/enqueue-outcome-lookup.js';
import { PostingWork } from '../../collected/posting/post-row-once-by-worker.js';
import { countPosting } from '../../collected/posting/posting-metrics.js';
import { POSTING_DIFFERS } from '../../collected/posting/posting-that-differs.js';
import { overpaidCode, raiseIfOverpaid } from '../../collected/posting/raise-posting-exceptions.js';
import { raiseException } from '../../exceptions/raise-and-close-exceptions.js';
import { enqueueCharge } from '../../processor-events/store-and-enqueue-event.js';
import { loanOf } from '../run/chargeable-amount.js';
import { markPosted, markReversed } from '../run/run-and-attempt-transitions.store.js';
import { countRuns } from '../run/run-metrics.js';
import {
  type AutopayParts,
  autopayOf,
  type Key,
  keyOf,
  type Locked,
  underLock,
} from '../run/run-under-schedule-lock.js';
import { endSchedules } from '../schedule/end-schedules-of-paid-off-loan.js';
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

/** A correction read under its schedule's lock. */
interface Held extends Locked {
  readonly row: CorrectionWorkRow;
}

/**
 * Reverses the posting of a run, or posts it again, exactly once, under the correction's id. It follows the posting
 * protocol.
 */
export class CorrectionWorker {
  readonly #parts: AutopayParts;
  readonly #gate = new AccountGate(JOBS);
  readonly #postings: PostingWork<CorrectionWorkRow, Held>;

  constructor(parts: AutopayParts) {
    this.#parts = parts;
    this.#postings = new PostingWork<CorrectionWorkRow, Held>(parts, {
      held: (seen, change) => this.#held(seen, change),
      orderOf: (row) =>
        row.kind === 'reversal'
          ? { kind: 'reversal', reversal: reversalOf(row) }
          : { kind: 'payment', payment: paymentOf(row) },
      lease: async ({ tx, row }, leaseMs) =>
        (await tx.first(autopayOf(row), leaseCorrection, { ...keyOf(row), leaseMs }))?.lease,
      goOn: (queries, row, inMs) => enqueueCorrection(queries, row, inMs),
      confirmed: (held, posting) => this.#confirmed(held, posting),
      refused: (held, reason) => this.#refused(held, reason),
    });
  }

  /** Takes the next step of a correction. Running it twice, or twice at once, changes nothing. */
  async work(key: Key): Promise<void> {
    const { db } = this.#parts;
    const seen = await db.first(limitToOrganization(CORRECTIONS, key.organizationId), correctionWork, keyOf(key));
    if (seen === undefined || seen.status !== 'pending') return;
    await (this.#gate.tryPass(seen.accountId, () => this.#postings.step(seen)) ??
      enqueueCorrection(db, key, POSTPONE_MS));
  }

  /** Makes sure that a worker is handling every open correction. Runs every minute. */
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

  /** Locks the schedule and reads the correction; undefined when the correction is settled already. */
  #held<T>(seen: CorrectionWorkRow, change: (held: Held) => Promise<T>): Promise<T | undefined> {
    const { organizationId, runId, scheduleId } = seen;
    return underLock(this.#parts.db, { id: runId, organizationId, scheduleId }, async (locked) => {
      const row = await locked.tx.first(autopayOf(seen), correctionWork, keyOf(seen));
      return row?.status === 'pending' ? change({ ...locked, row }) : undefined;
    });
  }

  async #confirmed({ tx, run, row: correction }: Held, posting: Posting): Promise<void> {
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
        code: overpaidCode(posting),
      });
      countRuns(tx, 'posted');
      await raiseIfOverpaid(tx, correction, posting);
    }
    if (posting.change !== undefined) await applyChange(tx, { clock: this.#parts.clock, endSchedules }, posting.change);
    else await queueAccountImport(tx, run);
    await lookAtChargeSoon(tx, correction);
  }

  /** Raises an exception for an operator: the charge and the loan disagree. A posting that differs has one already. */
  async #refused({ tx, run, row: correction }: Held, reason: string): Promise<void> {
    const isReversal = correction.kind === 'reversal';
    const refused = { ...keyOf(correction), status: 'refused', failureCode: reason, referenceNumber: null } as const;
    await tx.first(autopayOf(run), settleCorrection, { ...refused, postingExternalId: null });
    if (isReversal) countPosting(tx, 'reversal', correction.loanSystemCode, 'rejected');
    if (reason === POSTING_DIFFERS) return;
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

/** Checks the charge once more: its state may have changed in between. */
async function lookAtChargeSoon(tx: Transaction, { processor, chargeExternalId }: CorrectionWorkRow): Promise<void> {
  if (processor === null || chargeExternalId === null) return;
  await enqueueCharge(tx, { processor, chargeExternalId }, 0);
}

function reversalOf(correction: CorrectionWorkRow): ReversalOrder {
  const { id, paymentReference, postingExternalId, amountCents, reason } = correction;
  if (paymentReference === null || postingExternalId === null)
    throw new Error(`correction ${id} has no posting to reverse`);
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
