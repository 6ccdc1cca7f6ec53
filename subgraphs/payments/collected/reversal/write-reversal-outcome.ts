import type { KeyedOperation } from '../../../../core/contract/operations-looked-up-by-key.js';
import type { Database, Transaction } from '../../../../core/db/database.js';
import { answerOf, finish, release } from '../../../../core/idempotency/idempotency.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { EmbeddedOutcome } from '../../../../ledger/embedded-loan-system-interface.js';
import type { PostedReversal, Posting, PostingOutcome } from '../../../../loan-model/port.js';
import { applyChange } from '../../../../loan-model/projection/apply-change.js';
import type { ProjectionContext } from '../../../../loan-model/projection/projection-context.js';
import { raiseException } from '../../exceptions/raise-and-close-exceptions.js';
import { readPayment } from '../payment/collected-payment.reads.store.js';
import { queueAccountImport, watchPosting } from '../posting/enqueue-outcome-lookup.js';
import {
  currentState,
  paymentAnswer,
  rejectedAnswer,
  type Settled,
  settledBefore,
} from '../posting/first-and-later-answer-of-key.js';
import type { SettlementTiming } from '../posting/lease-and-lookup-timing.js';
import { NOT_POSTED } from '../posting/outcome-lookup-schedule.js';
import { countPosting } from '../posting/posting-metrics.js';
import { type SettlementSteps, settleOutcome } from '../posting/settle-outcome.js';
import {
  reversalAwaitsApproval,
  settleNotReversed,
  settleRefused,
  settleReversalUnknown,
  settleReversed,
  withdrawReversal,
} from './reversal.store.js';
import { writeReversalFound } from './write-reversal-found.js';

export const REVERSE_PAYMENT = 'reverse_payment' satisfies KeyedOperation;

const SETTLEMENT = systemPrincipal('settlement');
const settlementOf = ({ organizationId }: ReversalKey) => limitToOrganization(SETTLEMENT, organizationId);

/** Identifies a reversal and its payment. */
export interface ReversalKey {
  readonly id: string;
  readonly organizationId: string;
  readonly paymentId: string;
  readonly loanSystemCode: string;
}

/** Writes how a reversal ended, whichever process found it: the same protocol as for a payment. */
export class ReversalSettlement {
  readonly #db: Database;
  readonly #projecting: ProjectionContext;
  readonly #steps: SettlementSteps<ReversalKey>;

  constructor(db: Database, projecting: ProjectionContext, timing: SettlementTiming) {
    this.#db = db;
    this.#projecting = projecting;
    this.#steps = {
      confirmed: (tx, reversal, posting) => this.#reversed(tx, reversal, posting),
      refused: (tx, reversal, reason) => this.#refused(tx, reversal, reason),
      unreachable: (tx, reversal) => this.#unreachable(tx, reversal),
      unknown: (tx, reversal) => this.#unknown(tx, reversal, timing.firstLookMs),
      mark: reversalAwaitsApproval,
    };
  }

  settle(reversal: ReversalKey, outcome: PostingOutcome): Promise<Settled> {
    const { clock } = this.#projecting;
    return settleOutcome({ db: this.#db, clock }, this.#steps, reversal, outcome);
  }

  /** A reversal that an earlier request has made, reserved in this transaction. */
  takeUp(tx: Transaction, reversal: ReversalKey, posting: Posting): Promise<Settled> {
    return this.#reversed(tx, reversal, posting);
  }

  /** One that is in the loan system, and that a restore of our database has lost: another request or user made it. */
  async takeOver(
    tx: Transaction,
    principal: Principal,
    reversal: ReversalKey,
    posted: PostedReversal,
  ): Promise<Settled> {
    const { id, organizationId, paymentId } = reversal;
    await writeReversalFound(tx, principal, { id: paymentId, organizationId }, posted, id);
    return this.#finished(tx, reversal, undefined);
  }

  /**
   * Reconciliation's final result: the reversal is absent and can no longer appear. Parameters and result as for
   * payments.
   */
  fail(reversal: ReversalKey, lease: string, reason = NOT_POSTED): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const settled = await tx.first(settlementOf(reversal), settleNotReversed, {
        ...id(reversal),
        lease,
        code: reason,
      });
      if (settled !== undefined) {
        await finish(tx, settlementOf(reversal), subject(reversal), rejectedAnswer(reason));
        countPosting(tx, 'reversal', reversal.loanSystemCode, 'failed');
      }
      return settled !== undefined;
    });
  }

  /** For an embedded loan system: the reversal happened in this transaction. */
  embedded(tx: Transaction, reversal: ReversalKey, outcome: EmbeddedOutcome): Promise<Settled> {
    return outcome.kind === 'confirmed'
      ? this.#reversed(tx, reversal, outcome.posting)
      : this.#refused(tx, reversal, outcome.reason);
  }

  async #reversed(tx: Transaction, reversal: ReversalKey, posting: Posting): Promise<Settled> {
    const { postedAt: reversedAt, referenceNumber } = posting;
    const settled = await tx.first(settlementOf(reversal), settleReversed, {
      ...id(reversal),
      reversedAt,
      referenceNumber,
    });
    if (settled === undefined) return this.#reversedTooLate(tx, reversal, referenceNumber);
    return this.#finished(tx, reversal, posting.change);
  }

  async #finished(tx: Transaction, reversal: ReversalKey, change: Posting['change']): Promise<Settled> {
    countPosting(tx, 'reversal', reversal.loanSystemCode, 'posted');
    const payment = await readPayment(tx, settlementOf(reversal), reversal.paymentId);
    if (change !== undefined) await applyChange(tx, this.#projecting, change);
    else await queueAccountImport(tx, payment);
    const answer = paymentAnswer(payment);
    await finish(tx, settlementOf(reversal), subject(reversal), answer);
    return { kind: 'payment', payment, answer: answer.written };
  }

  /**
   * Another process settled it first. The same reversal is the same fact; a reversal that was given up needs a
   * person's decision.
   */
  async #reversedTooLate(tx: Transaction, reversal: ReversalKey, referenceNumber: number): Promise<Settled> {
    const payment = await readPayment(tx, settlementOf(reversal), reversal.paymentId);
    const contradicted = payment.reversal?.referenceNumber !== referenceNumber;
    if (contradicted) {
      await raiseException(tx, reversal, 'reversed_after_refused', { referenceNumber });
      await queueAccountImport(tx, payment);
    }
    return this.#asSettledBefore(tx, reversal);
  }

  async #unknown(tx: Transaction, reversal: ReversalKey, firstLookMs: number): Promise<Settled> {
    const settled = await tx.first(settlementOf(reversal), settleReversalUnknown, id(reversal));
    if (settled === undefined) return this.#asSettledBefore(tx, reversal);
    await watchPosting(tx, { kind: 'reversal', ...id(reversal) }, firstLookMs);
    countPosting(tx, 'reversal', reversal.loanSystemCode, 'pending_confirmation');
    return currentState(await readPayment(tx, settlementOf(reversal), reversal.paymentId));
  }

  async #refused(tx: Transaction, reversal: ReversalKey, reason: string): Promise<Settled> {
    const settled = await tx.first(settlementOf(reversal), settleRefused, { ...id(reversal), code: reason });
    if (settled === undefined) return this.#asSettledBefore(tx, reversal);
    const answer = rejectedAnswer(reason);
    await finish(tx, settlementOf(reversal), subject(reversal), answer);
    countPosting(tx, 'reversal', reversal.loanSystemCode, 'rejected');
    return { kind: 'rejected', answer };
  }

  async #unreachable(tx: Transaction, reversal: ReversalKey): Promise<Settled> {
    const withdrawn = await tx.first(settlementOf(reversal), withdrawReversal, id(reversal));
    if (withdrawn === undefined) return this.#asSettledBefore(tx, reversal);
    await release(tx, settlementOf(reversal), subject(reversal));
    countPosting(tx, 'reversal', reversal.loanSystemCode, 'unavailable');
    return { kind: 'unavailable' };
  }

  async #asSettledBefore(tx: Transaction, reversal: ReversalKey): Promise<Settled> {
    const stored = await answerOf(tx, settlementOf(reversal), subject(reversal));
    return settledBefore(stored, await readPayment(tx, settlementOf(reversal), reversal.paymentId));
  }
}

function id({ id, organizationId }: ReversalKey) {
  return { id, organizationId };
}

function subject({ id, organizationId }: ReversalKey) {
  return { organizationId, operation: REVERSE_PAYMENT, subjectId: id };
}
