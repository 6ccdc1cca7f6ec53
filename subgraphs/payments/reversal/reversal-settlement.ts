import type { EmbeddedOutcome, Posting, PostingOutcome } from '../../../connectors/loan-systems/port.js';
import { applyChange } from '../../../connectors/loan-systems/projection/apply-change.js';
import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import type { Database, Queries, Transaction } from '../../../core/db/database.js';
import { finish, release } from '../../../core/idempotency/idempotency.js';
import { enqueue } from '../../../core/jobs/jobs.js';
import { readPayment } from '../collected-payment/collected-payment.store.js';
import { paymentAnswer, rejectedAnswer, type Settled } from '../posting/answer.js';
import { raiseException } from '../posting/operator-exception.js';
import { leaseMs, type SettlementTiming } from '../posting/timing.js';
import { settleNotReversed, settleReversalUnknown, settleReversed, withdrawReversal } from './reversal.store.js';

export const REVERSE_PAYMENT = 'reverse_payment';

const SETTLEMENT = systemPrincipal('settlement');

/** Which reversal of which payment. */
export interface ReversalKey {
  readonly id: string;
  readonly organizationId: string;
  readonly paymentId: string;
}

/** Writes down how a reversal ended, whoever found out: the same protocol as a payment's (DESIGN 5.5). */
export class ReversalSettlement {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #timing: SettlementTiming;

  constructor(db: Database, clock: Clock, timing: SettlementTiming) {
    this.#db = db;
    this.#clock = clock;
    this.#timing = timing;
  }

  get leaseMs(): number {
    return leaseMs(this.#timing);
  }

  async watch(
    tx: Queries,
    reversalId: string,
    delayMs: number,
    waiting: 'replaced' | 'kept' = 'replaced',
  ): Promise<void> {
    await enqueue(tx, 'reconcile_reversal', { reversalId }, { delayMs, waiting, key: `reversal:${reversalId}` });
  }

  settle(reversal: ReversalKey, outcome: PostingOutcome): Promise<Settled> {
    return this.#db.transaction(async (tx): Promise<Settled> => {
      switch (outcome.kind) {
        case 'confirmed':
          return this.#reversed(tx, reversal, outcome.posting);
        case 'refused':
          return this.#refused(tx, reversal, outcome.reason);
        case 'unreachable':
          return this.#unreachable(tx, reversal);
        case 'unknown':
          await tx.many(SETTLEMENT, settleReversalUnknown, id(reversal));
          await this.watch(tx, reversal.id, this.#timing.firstLookMs);
          return { kind: 'payment', payment: await readPayment(tx, SETTLEMENT, reversal.paymentId) };
      }
    });
  }

  /** Reconciliation's last word: an absent reversal that can no longer appear. */
  async fail(reversal: ReversalKey): Promise<void> {
    await this.#db.transaction((tx) => this.#refused(tx, reversal, 'not_posted'));
  }

  /** The embedded form: the reversal has happened in this very transaction. */
  embedded(tx: Transaction, reversal: ReversalKey, outcome: EmbeddedOutcome): Promise<Settled> {
    return outcome.kind === 'confirmed'
      ? this.#reversed(tx, reversal, outcome.posting)
      : this.#refused(tx, reversal, outcome.reason);
  }

  async #reversed(tx: Transaction, reversal: ReversalKey, posting: Posting): Promise<Settled> {
    const { postedAt: reversedAt, referenceNumber } = posting;
    const settled = await tx.first(SETTLEMENT, settleReversed, { ...id(reversal), reversedAt, referenceNumber });
    if (settled === undefined) return this.#alreadySettled(tx, reversal, referenceNumber);
    if (posting.change !== undefined) await applyChange(tx, this.#clock, posting.change);
    const payment = await readPayment(tx, SETTLEMENT, reversal.paymentId);
    await finish(tx, SETTLEMENT, subject(reversal), paymentAnswer(payment));
    return { kind: 'payment', payment };
  }

  async #alreadySettled(tx: Transaction, reversal: ReversalKey, referenceNumber: number): Promise<Settled> {
    const payment = await readPayment(tx, SETTLEMENT, reversal.paymentId);
    const contradicted = payment.reversal?.referenceNumber !== referenceNumber;
    if (contradicted) await raiseException(tx, reversal, 'reversed_after_refused', { referenceNumber });
    return { kind: 'payment', payment };
  }

  async #refused(tx: Transaction, reversal: ReversalKey, reason: string): Promise<Settled> {
    const settled = await tx.first(SETTLEMENT, settleNotReversed, id(reversal));
    if (settled !== undefined) await finish(tx, SETTLEMENT, subject(reversal), rejectedAnswer(reason));
    return { kind: 'rejected', reason };
  }

  async #unreachable(tx: Transaction, reversal: ReversalKey): Promise<Settled> {
    const withdrawn = await tx.first(SETTLEMENT, withdrawReversal, id(reversal));
    if (withdrawn === undefined) {
      return { kind: 'payment', payment: await readPayment(tx, SETTLEMENT, reversal.paymentId) };
    }
    await release(tx, SETTLEMENT, subject(reversal));
    return { kind: 'unavailable' };
  }
}

function id({ id, organizationId }: ReversalKey) {
  return { id, organizationId };
}

function subject({ id, organizationId }: ReversalKey) {
  return { organizationId, operation: REVERSE_PAYMENT, subjectId: id };
}
