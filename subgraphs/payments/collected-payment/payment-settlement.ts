import type { EmbeddedOutcome, Posting, PostingOutcome } from '../../../connectors/loan-systems/port.js';
import { applyChange } from '../../../connectors/loan-systems/projection/apply-change.js';
import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { finish, release, storedForm } from '../../../core/idempotency/idempotency.js';
import { paymentAnswer, rejectedAnswer, type Settled } from '../posting/answer.js';
import { raiseException } from '../posting/operator-exception.js';
import { type SettlementSteps, settleOutcome } from '../posting/settle-outcome.js';
import type { SettlementTiming } from '../posting/timing.js';
import { watchPosting } from '../posting/watch.js';
import type { CollectedPaymentRow } from './collected-payment.row.js';
import { readPayment } from './collected-payment.store.js';
import {
  insertPosted,
  type NewPayment,
  settleFailed,
  settlePosted,
  settleUnknown,
  withdrawPending,
} from './record-payment.store.js';

export const RECORD_PAYMENT = 'record_payment';

/** Settling is the product's own act: the caller may be gone, or be the reconciliation job. */
const SETTLEMENT = systemPrincipal('settlement');

interface PaymentKey {
  readonly id: string;
  readonly organizationId: string;
}

/** Writes down how a payment's posting ended; each outcome is one transaction. */
export class PaymentSettlement {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #steps: SettlementSteps<PaymentKey>;

  constructor(db: Database, clock: Clock, timing: SettlementTiming) {
    this.#db = db;
    this.#clock = clock;
    this.#steps = {
      confirmed: (tx, payment, posting) => this.#posted(tx, payment, posting),
      refused: (tx, payment, reason) => this.#withdrawn(tx, payment, { kind: 'rejected', reason }),
      unreachable: (tx, payment) => this.#withdrawn(tx, payment, { kind: 'unavailable' }),
      unknown: async (tx, payment) => {
        await tx.many(SETTLEMENT, settleUnknown, { ...payment });
        await watchPosting(tx, { kind: 'payment', id: payment.id }, timing.firstLookMs);
        return { kind: 'payment', payment: await readPayment(tx, SETTLEMENT, payment.id) };
      },
    };
  }

  settle(payment: PaymentKey, outcome: PostingOutcome): Promise<Settled> {
    return settleOutcome(this.#db, this.#steps, payment, outcome);
  }

  /** Reconciliation's last word: an absent posting that can no longer appear. The key's answer becomes the refusal. */
  fail(payment: PaymentKey): Promise<void> {
    return this.#db.transaction(async (tx) => {
      const settled = await tx.first(SETTLEMENT, settleFailed, { ...payment });
      if (settled !== undefined) await finish(tx, SETTLEMENT, subject(payment), rejectedAnswer('not_posted'));
    });
  }

  /** The embedded form: the posting has happened in this very transaction. */
  async embedded(tx: Transaction, payment: NewPayment, outcome: EmbeddedOutcome): Promise<Settled> {
    if (outcome.kind === 'refused') {
      await finish(tx, SETTLEMENT, subject(payment), rejectedAnswer(outcome.reason));
      return { kind: 'rejected', reason: outcome.reason };
    }
    const row = postedRow(payment, outcome.posting);
    const answer = storedForm(paymentAnswer(row));
    await tx.many(SETTLEMENT, insertPosted, { ...payment, ...facts(outcome.posting), ...subject(payment), answer });
    if (outcome.posting.change !== undefined) await applyChange(tx, this.#clock, outcome.posting.change);
    return { kind: 'payment', payment: row };
  }

  async #posted(tx: Transaction, payment: PaymentKey, posting: Posting): Promise<Settled> {
    const settled = await tx.first(SETTLEMENT, settlePosted, { ...payment, ...facts(posting) });
    if (settled !== undefined) return this.#complete(tx, payment, posting);

    // Somebody else was first. Posted by both accounts is the same fact; posted after "failed" is for a person to decide.
    const current = await readPayment(tx, SETTLEMENT, payment.id);
    if (current.status === 'failed') {
      await raiseException(tx, payment, 'posted_after_failed', { referenceNumber: posting.referenceNumber });
    }
    return { kind: 'payment', payment: current };
  }

  async #complete(tx: Transaction, payment: PaymentKey, posting: Posting): Promise<Settled> {
    if (posting.change !== undefined) await applyChange(tx, this.#clock, posting.change);
    const row = await readPayment(tx, SETTLEMENT, payment.id);
    await finish(tx, SETTLEMENT, subject(payment), paymentAnswer(row));
    return { kind: 'payment', payment: row };
  }

  async #withdrawn(
    tx: Transaction,
    payment: PaymentKey,
    ending: Exclude<Settled, { kind: 'payment' }>,
  ): Promise<Settled> {
    const withdrawn = await tx.first(SETTLEMENT, withdrawPending, { ...payment });
    if (withdrawn === undefined) return { kind: 'payment', payment: await readPayment(tx, SETTLEMENT, payment.id) };
    if (ending.kind === 'rejected') await finish(tx, SETTLEMENT, subject(payment), rejectedAnswer(ending.reason));
    else await release(tx, SETTLEMENT, subject(payment));
    return ending;
  }
}

function facts(posting: Posting) {
  return {
    effectiveDate: posting.effectiveOn,
    referenceNumber: posting.referenceNumber,
    postedAt: posting.postedAt,
    postingExternalId: posting.externalId,
  };
}

/** What `read` would bring back, without asking: the row was written a moment ago in this transaction. */
function postedRow(payment: NewPayment, posting: Posting): CollectedPaymentRow {
  const { recordedBy: _, cardBrand: __, ...written } = payment;
  return {
    ...written,
    status: 'posted',
    effectiveDate: posting.effectiveOn,
    referenceNumber: posting.referenceNumber,
    postedAt: posting.postedAt,
    reversal: null,
  };
}

function subject({ id, organizationId }: PaymentKey) {
  return { organizationId, operation: RECORD_PAYMENT, subjectId: id };
}
