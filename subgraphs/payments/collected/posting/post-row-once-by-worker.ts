import { performance } from 'node:perf_hooks';
import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { Database, Queries, Transaction } from '../../../../core/db/database.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { EmbeddedLoanSystem } from '../../../../ledger/embedded-loan-system-interface.js';
import type {
  LoanReference,
  LoanSystem,
  PaymentOrder,
  Posting,
  PostingOutcome,
  ReversalOrder,
} from '../../../../loan-model/port.js';
import { type MayWait, rememberApproval } from './awaiting-approval.js';
import { clearanceToPost, isStillClear } from './clear-to-post-while-recovering.js';
import { queueAccountImport } from './enqueue-outcome-lookup.js';
import { leaseMs, pauseMs, SEND_WITHIN_MS, type SettlementTiming } from './lease-and-lookup-timing.js';
import { lookUpPosting } from './look-up-posting.js';
import { postUnlessItStands } from './post-unless-it-stands.js';
import { differsOrIsReversed, POSTING_DIFFERS, raiseDifference } from './posting-that-differs.js';
import { raiseIfSettingRefused } from './raise-posting-exceptions.js';
import { closeLongWait, raiseIfWaitingLong } from './wait-for-recovery.js';

/** What to do at a loan system. */
export type PostingOrder =
  | { readonly kind: 'payment'; readonly payment: PaymentOrder }
  | { readonly kind: 'reversal'; readonly reversal: ReversalOrder };

/** A row for one posting or reversal that a worker makes. */
export interface PostingRow {
  readonly id: string;
  readonly organizationId: string;
  readonly loanSystemCode: string;
  /**
   * `lease_until` as text: the token of the worker that holds it. Null: no request was sent that could still be
   * carried out.
   */
  readonly lease: string | null;
  /**
   * Milliseconds since the lease ended or the outcome became unknown, by Postgres' clock; negative while the lease
   * is held.
   */
  readonly abandonedForMs: number;
  readonly openForMs: number;
  /** When its command was seen waiting for approval; null: never. */
  readonly approvalSeenAt: string | null;
}

/** How a kind of row is locked, sent and settled. */
export interface PostingSteps<Row extends PostingRow, Held extends { readonly tx: Transaction; readonly row: Row }> {
  /** Runs one small transaction on the locked row; undefined if it is settled already. */
  held<T>(seen: Row, change: (held: Held) => Promise<T>): Promise<T | undefined>;
  orderOf(row: Row): PostingOrder;
  /** Writes that its command waits for approval. */
  readonly mark: MayWait['mark'];
  /**
   * Leases the row for this long. 0: its outcome is unknown from now on. Null: nothing was sent, or it certainly did
   * not arrive.
   */
  lease(held: Held, leaseMs: number | null): Promise<string | null | undefined>;
  /** Queues the row for a worker after this long. */
  goOn(queries: Queries, row: Row, inMs: number): Promise<void>;
  confirmed(held: Held, posting: Posting): Promise<void>;
  refused(held: Held, reason: string): Promise<void>;
}

export interface PostingWorkParts {
  readonly db: Database;
  readonly systems: LoanSystems;
  readonly timing: SettlementTiming;
  readonly clock: Clock;
}

/**
 * The posting protocol for rows that a worker posts once, under a reference of its own. If the outcome is unknown,
 * the posting is looked up; if it is certainly absent, it is sent again under the same reference, which a loan
 * system accepts once.
 */
export class PostingWork<Row extends PostingRow, Held extends { readonly tx: Transaction; readonly row: Row }> {
  readonly #parts: PostingWorkParts;
  readonly #steps: PostingSteps<Row, Held>;

  constructor(parts: PostingWorkParts, steps: PostingSteps<Row, Held>) {
    [this.#parts, this.#steps] = [parts, steps];
  }

  /** Takes the next step of a row that was open when read; running it twice, or twice at once, changes nothing. */
  async step(seen: Row): Promise<void> {
    const system = this.#parts.systems.byCode(seen.loanSystemCode);
    if (system.embedded !== undefined) return this.#embedded(seen, system.embedded);
    if (seen.lease === null) return this.#send(seen, system);
    if (seen.abandonedForMs < 0) return this.#steps.goOn(this.#parts.db, seen, -seen.abandonedForMs);
    return this.#look(seen, system);
  }

  /** For a loan system in our own database: the posting and its outcome are one transaction. */
  async #embedded(seen: Row, system: EmbeddedLoanSystem): Promise<void> {
    await this.#steps.held(seen, async (held) => {
      const order = this.#steps.orderOf(held.row);
      await system.lockAndQuote(held.tx, loanOf(order));
      const outcome =
        order.kind === 'reversal'
          ? await system.reversePayment(held.tx, order.reversal)
          : await system.postPayment(held.tx, order.payment);
      if (outcome.kind === 'confirmed') await this.#steps.confirmed(held, outcome.posting);
      else await this.#steps.refused(held, outcome.reason);
    });
  }

  async #send(seen: Row, system: LoanSystem): Promise<void> {
    const order = this.#steps.orderOf(seen);
    const loan = loanOf(order);
    const clearance = await clearanceToPost(this.#parts.db, system, loan);
    if (clearance === undefined) return this.#waitForRecovery(seen, loan);
    const began = performance.now();
    const heldForMs = leaseMs(this.#parts.timing);
    const lease = await this.#steps.held(seen, async (held) => {
      if (held.row.lease !== null) return undefined;
      if (!(await isStillClear(held.tx, loan, clearance))) {
        await this.#steps.goOn(held.tx, held.row, 0);
        return undefined;
      }
      await this.#steps.goOn(held.tx, held.row, heldForMs);
      return this.#steps.lease(held, heldForMs);
    });
    if (lease === undefined || lease === null) return;
    // A process that was suspended past its time to send must not send: another process may have looked the posting up
    // already.
    const inTime = performance.now() - began < SEND_WITHIN_MS;
    const outcome: PostingOutcome = !inTime
      ? { kind: 'unreachable' }
      : order.kind === 'reversal'
        ? await system.reversePayment(order.reversal)
        : await postUnlessItStands(system, order.payment);
    await this.#settle(seen, outcome, lease);
  }

  async #waitForRecovery(seen: Row, loan: LoanReference): Promise<void> {
    const { db, timing } = this.#parts;
    await raiseIfWaitingLong(db, seen, loan);
    await this.#steps.goOn(db, seen, pauseMs(timing, seen.openForMs));
  }

  async #look(seen: Row, system: LoanSystem): Promise<void> {
    const order = this.#steps.orderOf(seen);
    const { mark } = this.#steps;
    const sent = { ...seen, loan: loanOf(order), reference: referenceOf(order), mark };
    const next = await lookUpPosting(this.#parts, system, sent);
    switch (next.kind) {
      case 'posted':
        return this.#settle(seen, { kind: 'confirmed', posting: next.posting }, seen.lease);
      case 'failed':
        return this.#settle(seen, { kind: 'unreachable' }, seen.lease);
      case 'rejected':
        return this.#settle(seen, { kind: 'refused', reason: next.reason }, seen.lease);
      case 'look_again':
        return this.#steps.goOn(this.#parts.db, seen, next.inMs);
    }
  }

  /**
   * @param lease - the lease under which it was sent, or that a lookup read; an outcome that is not definite applies
   * only while this lease is unchanged.
   */
  async #settle(seen: Row, outcome: PostingOutcome, lease: string | null): Promise<void> {
    const { timing } = this.#parts;
    await this.#steps.held(seen, async (held) => {
      if (outcome.kind === 'confirmed') {
        await closeLongWait(held.tx, this.#parts.clock, held.row);
        return this.#confirmed(held, outcome.posting);
      }
      if (held.row.lease !== lease) return undefined;
      switch (outcome.kind) {
        case 'refused':
          await closeLongWait(held.tx, this.#parts.clock, held.row);
          return this.#steps.refused(held, outcome.reason);
        case 'unreachable':
          await raiseIfSettingRefused(held.tx, this.#parts.clock, seen, outcome);
          await this.#steps.lease(held, null);
          return this.#steps.goOn(held.tx, held.row, pauseMs(timing, held.row.openForMs));
        case 'awaiting_approval':
        case 'unknown':
          if (outcome.kind === 'awaiting_approval') await rememberApproval(held.tx, seen, this.#steps.mark);
          await this.#steps.lease(held, 0);
          return this.#steps.goOn(held.tx, held.row, timing.firstLookMs);
      }
    });
  }

  /** Its reference belongs to another posting, or was reversed there: what this row wants was not posted, and never will be. */
  async #confirmed(held: Held, posting: Posting): Promise<void> {
    const order = this.#steps.orderOf(held.row);
    if (order.kind === 'reversal' || !differsOrIsReversed(order.payment, posting))
      return this.#steps.confirmed(held, posting);
    const { loan, externalReference: reference, amountCents, paymentMethod } = order.payment;
    const { organizationId, accountId } = loan;
    await raiseDifference(held.tx, { reference, organizationId, accountId, amountCents, paymentMethod }, posting);
    await queueAccountImport(held.tx, { organizationId, accountId });
    await this.#steps.refused(held, POSTING_DIFFERS);
  }
}

function loanOf(order: PostingOrder): LoanReference {
  return order.kind === 'payment' ? order.payment.loan : order.reversal.loan;
}

function referenceOf(order: PostingOrder): string {
  return order.kind === 'payment' ? order.payment.externalReference : order.reversal.externalReference;
}
