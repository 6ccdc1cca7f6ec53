import type { Database, Transaction } from '../../../../core/db/database.js';
import { isDeadlock, isUniqueViolation } from '../../../../core/db/unavailable-errors.js';
import { answerOf, type claimParameters, finish, forget, release } from '../../../../core/idempotency/idempotency.js';
import { finalRefusal } from '../../../../core/idempotency/stored-refusal.js';
import type { Cents } from '../../../../core/money.js';
import type {
  DecidedPayment,
  EmbeddedOutcome,
  UnlockedPayment,
} from '../../../../ledger/embedded-loan-system-interface.js';
import type { Posting, PostingOutcome } from '../../../../loan-model/port.js';
import {
  applyChange,
  applyConsequences,
  changeParameters,
  newTransactionParameters,
} from '../../../../loan-model/projection/apply-change.js';
import type { ProjectionContext } from '../../../../loan-model/projection/projection-context.js';
import { lockAccount } from '../../account/payable-account.reads.store.js';
import { raiseException } from '../../exceptions/raise-and-close-exceptions.js';
import { readPayment } from '../payment/collected-payment.reads.store.js';
import type { CollectedPaymentRow } from '../payment/collected-payment.row.js';
import { queueAccountImport, watchPosting } from '../posting/enqueue-outcome-lookup.js';
import { isOfEarlierUse } from '../posting/find-earlier-posting.js';
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
import { differsFrom } from '../posting/posting-that-differs.js';
import { overpaidCode, raiseIfOverpaid } from '../posting/raise-posting-exceptions.js';
import { type SettlementSteps, settleOutcome } from '../posting/settle-outcome.js';
import { writeReversalFound } from '../reversal/write-reversal-found.js';
import { answerWithGaps } from './answer-with-gaps.js';
import type { NewPayment } from './new-payment-columns.js';
import { facts, keyOf, type OrderedPayment, type PaymentKey, settlementOf, subject } from './payment-key.js';
import { equalSince } from './possible-duplicate-sql.js';
import { isOpen, recordDifference } from './posting-that-differs.js';
import { recordPosted, recordUnlocked } from './record-ledger-payment.store.js';
import {
  insertPosted,
  paymentAwaitsApproval,
  replaceWithdrawnDuplicate,
  settleFailed,
  settlePosted,
  settleUnknown,
  withdrawPending,
} from './record-payment.store.js';
import { postedRow, unconfirmedRow } from './rows-before-they-are-read.js';

/** Writes how a payment's posting ended; each outcome is one transaction. */
export class PaymentSettlement {
  readonly #db: Database;
  readonly #projecting: ProjectionContext;
  readonly #steps: SettlementSteps<OrderedPayment>;

  constructor(db: Database, projecting: ProjectionContext, timing: SettlementTiming) {
    this.#db = db;
    this.#projecting = projecting;
    this.#steps = {
      confirmed: (tx, payment, posting) => this.#posted(tx, payment, posting),
      refused: (tx, payment, reason) =>
        this.#withdrawn(tx, payment, { kind: 'rejected', answer: rejectedAnswer(reason) }),
      unreachable: (tx, payment) => this.#withdrawn(tx, payment, { kind: 'unavailable' }),
      unknown: (tx, payment) => this.#unknown(tx, payment, timing.firstLookMs),
      mark: paymentAwaitsApproval,
    };
  }

  /** @param openForMs - how long ago it was sent; a posting that is much older is of an earlier use of its key. */
  settle(payment: OrderedPayment, outcome: PostingOutcome, openForMs = 0): Promise<Settled> {
    const { clock } = this.#projecting;
    if (outcome.kind === 'confirmed' && isOfEarlierUse(outcome.posting, clock.now().epochMilliseconds - openForMs)) {
      const { posting } = outcome;
      return this.#db.transaction((tx) => this.#postedForEarlierUse(tx, payment, posting));
    }
    return settleOutcome({ db: this.#db, clock }, this.#steps, payment, outcome);
  }

  /** A posting that an earlier request has made, for a payment that was reserved in this transaction. */
  takeUp(tx: Transaction, payment: OrderedPayment, posting: Posting): Promise<Settled> {
    return this.#posted(tx, payment, posting);
  }

  /**
   * Reconciliation's final result: the posting is absent and can no longer appear. The key's answer becomes the
   * refusal.
   *
   * @param lease - the lease when reconciliation read the payment.
   * @param reason - why it never will be posted, for the client.
   * @returns whether it was settled now; false if another process settled it, or a retry reserved it again.
   */
  fail(payment: PaymentKey, lease: string, reason = NOT_POSTED): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const settled = await tx.first(settlementOf(payment), settleFailed, { ...keyOf(payment), lease, code: reason });
      if (settled !== undefined) {
        await finish(tx, settlementOf(payment), subject(payment), rejectedAnswer(reason));
        countPosting(tx, 'payment', payment.loanSystemCode, 'failed');
      }
      return settled !== undefined;
    });
  }

  /** For an embedded loan system: the posting happened in this transaction. */
  async embedded(
    tx: Transaction,
    payment: NewPayment,
    loanSystemCode: string,
    outcome: EmbeddedOutcome,
  ): Promise<Settled> {
    countPosting(tx, 'payment', loanSystemCode, outcome.kind === 'refused' ? 'rejected' : 'posted');
    if (outcome.kind === 'refused') {
      const answer = rejectedAnswer(outcome.reason);
      await finish(tx, settlementOf(payment), subject(payment), answer);
      return { kind: 'rejected', answer };
    }
    const row = postedRow(payment, outcome.posting);
    const answer = answerWithGaps(row);
    const marked = await tx.first(settlementOf(payment), insertPosted, {
      ...payment,
      ...facts(outcome.posting),
      ...subject(payment),
      ...answer.parts,
      equalSince: equalSince(outcome.posting.effectiveOn, payment),
    });
    if (marked === undefined) throw new Error(`account ${payment.accountId} disappeared while a payment was recorded`);
    if (outcome.posting.change !== undefined) await applyChange(tx, this.#projecting, outcome.posting.change);
    const filled = { ...row, ...marked };
    return { kind: 'payment', payment: filled, answer: answer.filled(filled) };
  }

  /**
   * The same for a payment that passed every check: the payment and all its effects are written at once.
   *
   * @param payoffCents - the loan's quote under its lock.
   * @returns undefined when nothing was written: the amount exceeds what is left to pay, or the loan system says why
   * not.
   */
  async decided(
    tx: Transaction,
    payment: NewPayment,
    loanSystemCode: string,
    { effectiveOn, postedAt, journal, change, written }: DecidedPayment,
    payoffCents: Cents,
  ): Promise<Settled | undefined> {
    const row: CollectedPaymentRow = {
      ...unconfirmedRow(payment),
      status: 'posted',
      effectiveDate: effectiveOn,
      postedAt,
    };
    const answer = answerWithGaps(row);
    const posting = await tx.first(settlementOf(payment), recordPosted, {
      ...journal,
      ...changeParameters(change, this.#projecting.clock.now()),
      ...payment,
      ...subject(payment),
      ...answer.parts,
      equalSince: equalSince(effectiveOn, payment),
      effectiveDate: effectiveOn,
      payoffCents,
    });
    if (posting === undefined) return undefined;
    written();
    countPosting(tx, 'payment', loanSystemCode, 'posted');
    await applyConsequences(tx, this.#projecting, change);
    const filled = { ...row, ...posting };
    return { kind: 'payment', payment: filled, answer: answer.filled(filled) };
  }

  /**
   * The same for a payment that was decided without a lock, with its key, as one statement of its own.
   *
   * @returns undefined when nothing was written: something has changed since the read, or the key is in use.
   * @throws {Problem} `outcome_unknown` when the answer of the database was lost.
   */
  async unlocked(
    payment: NewPayment,
    loanSystemCode: string,
    { effectiveOn, postedAt, entry, change }: UnlockedPayment,
    claimed: ReturnType<typeof claimParameters>,
    rowVersion: string,
  ): Promise<Settled | undefined> {
    const row = { ...unconfirmedRow(payment), status: 'posted', effectiveDate: effectiveOn, postedAt } as const;
    const answer = answerWithGaps(row);
    const written = this.#db.write(settlementOf(payment), recordUnlocked, {
      ...entry,
      ...newTransactionParameters(change, this.#projecting.clock.now()),
      ...payment,
      ...claimed,
      ...answer.parts,
      equalSince: equalSince(effectiveOn, payment),
      effectiveDate: effectiveOn,
      rowVersion,
    });
    const posting = await written.catch((error: unknown) => {
      // A process of 0.3 claims the key before it locks the loan.
      if (isUniqueViolation(error) || isDeadlock(error)) return undefined;
      throw error;
    });
    if (posting === undefined) return undefined;
    countPosting(AT_ONCE, 'payment', loanSystemCode, 'posted');
    const filled = { ...row, ...posting };
    return { kind: 'payment', payment: filled, answer: answer.filled(filled) };
  }

  async #posted(tx: Transaction, payment: OrderedPayment, posting: Posting): Promise<Settled> {
    if (differsFrom(payment, posting)) return this.#postedTooLate(tx, payment, posting);
    const posted = { ...keyOf(payment), ...facts(posting), code: overpaidCode(posting) };
    const settled = await tx.first(settlementOf(payment), settlePosted, posted);
    if (settled === undefined) return this.#postedTooLate(tx, payment, posting);
    countPosting(tx, 'payment', payment.loanSystemCode, 'posted');
    await raiseIfOverpaid(tx, payment, posting);
    if (posting.reversal !== undefined) await writeReversalFound(tx, settlementOf(payment), payment, posting.reversal);
    const row = await readPayment(tx, settlementOf(payment), payment.id);
    if (posting.change !== undefined) await applyChange(tx, this.#projecting, posting.change);
    else await queueAccountImport(tx, row);
    const answer = paymentAnswer(row);
    await finish(tx, settlementOf(payment), subject(payment), answer);
    return { kind: 'payment', payment: row, answer: answer.written };
  }

  /**
   * Another process settled it first, or the posting is not of this payment. If both report it posted, it is the same
   * fact; posted after "failed" needs a person's decision.
   */
  async #postedTooLate(tx: Transaction, payment: OrderedPayment, posting: Posting): Promise<Settled> {
    const { referenceNumber } = posting;
    const row = await readPayment(tx, settlementOf(payment), payment.id);
    const { status, accountId } = row;
    const differs = differsFrom(payment, posting);
    if (isOpen(row) && differs) return this.#differing(tx, payment, row, posting);
    if (status === 'failed' && differs) await recordDifference(tx, settlementOf(payment), row, posting);
    if (status === 'failed' && !differs) {
      await raiseException(tx, payment, 'posted_after_failed', { referenceNumber });
      await raiseIfOverpaid(tx, payment, posting);
      await queueAccountImport(tx, { organizationId: payment.organizationId, accountId });
    }
    return this.#asSettledBefore(tx, payment);
  }

  /** A restore has lost the payment that has it. */
  async #postedForEarlierUse(tx: Transaction, payment: PaymentKey, posting: Posting): Promise<Settled> {
    const row = await readPayment(tx, settlementOf(payment), payment.id);
    return isOpen(row) ? this.#differing(tx, payment, row, posting) : this.#asSettledBefore(tx, payment);
  }

  /**
   * The posting under its reference is of another request, so this one was never posted. A person must find out whose
   * money it is. A client that has not seen the payment gets a conflict, and its key is free for the right body.
   */
  async #differing(tx: Transaction, payment: PaymentKey, row: CollectedPaymentRow, posting: Posting): Promise<Settled> {
    const failed = await recordDifference(tx, settlementOf(payment), row, posting);
    if (failed) {
      const answer = finalRefusal('idempotency_conflict', {});
      await finish(tx, settlementOf(payment), subject(payment), answer);
      countPosting(tx, 'payment', payment.loanSystemCode, 'failed');
      return { kind: 'rejected', answer };
    }
    return this.#withdrawn(tx, payment, { kind: 'conflict' });
  }

  async #unknown(tx: Transaction, payment: PaymentKey, firstLookMs: number): Promise<Settled> {
    const settled = await tx.first(settlementOf(payment), settleUnknown, keyOf(payment));
    if (settled === undefined) return this.#asSettledBefore(tx, payment);
    await watchPosting(tx, { kind: 'payment', ...keyOf(payment) }, firstLookMs);
    countPosting(tx, 'payment', payment.loanSystemCode, 'pending_confirmation');
    return currentState(await readPayment(tx, settlementOf(payment), payment.id));
  }

  async #withdrawn(
    tx: Transaction,
    payment: PaymentKey,
    ending:
      | { readonly kind: 'rejected'; readonly answer: ReturnType<typeof rejectedAnswer> }
      | { readonly kind: 'unavailable' | 'conflict' },
  ): Promise<Settled> {
    const withdrawn = await tx.first(settlementOf(payment), withdrawPending, keyOf(payment));
    if (withdrawn === undefined) return this.#asSettledBefore(tx, payment);
    const { organizationId, accountId } = withdrawn;
    await tx.first(settlementOf(payment), lockAccount, { id: accountId, organizationId });
    await tx.many(settlementOf(payment), replaceWithdrawnDuplicate, withdrawn);
    if (ending.kind === 'rejected') await finish(tx, settlementOf(payment), subject(payment), ending.answer);
    else if (ending.kind === 'conflict') await forget(tx, settlementOf(payment), subject(payment));
    else await release(tx, settlementOf(payment), subject(payment));
    countPosting(tx, 'payment', payment.loanSystemCode, ending.kind === 'conflict' ? 'rejected' : ending.kind);
    return ending;
  }

  async #asSettledBefore(tx: Transaction, payment: PaymentKey): Promise<Settled> {
    const stored = await answerOf(tx, settlementOf(payment), subject(payment));
    return settledBefore(stored, await readPayment(tx, settlementOf(payment), payment.id));
  }
}

/** A write of its own is committed when it returns. */
const AT_ONCE = { afterCommit: (work: () => void) => work() };
