import type { Posting } from '../../../connectors/loan-systems/port.js';
import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Database, Queries } from '../../../core/db/database.js';
import type { Statement } from '../../../core/db/statement.js';
import type { Logger } from '../../../core/logger.js';
import type { PaymentSettlement } from '../collected-payment/payment-settlement.js';
import { pauseMs, type SettlementTiming } from '../posting/timing.js';
import type { ReversalSettlement } from '../reversal/reversal-settlement.js';
import { afterLook, type NextStep, untilLook } from './look.js';
import {
  type OpenPostingRow,
  openPayment,
  openReversal,
  overduePayments,
  overdueReversals,
} from './reconciliation.store.js';

const RECONCILIATION = systemPrincipal('reconciliation');

/** What differs between a payment and a reversal. */
interface Subject {
  readonly find: Statement<{ id: string }, OpenPostingRow>;
  /** Statuses without an outcome. */
  readonly open: readonly string[];
  /** The status that says it was certainly not posted; a posting found then is for an operator. */
  readonly failed: string;
  settle(row: OpenPostingRow, posting: Posting): Promise<unknown>;
  fail(row: OpenPostingRow): Promise<void>;
  readonly overdue: Statement<Record<string, never>, { id: string }>;
  watch(queries: Queries, id: string, delayMs: number, waiting?: 'replaced' | 'kept'): Promise<void>;
}

/** Settles unknown outcomes by asking the loan system under our reference, with growing pauses (DESIGN 5.4). */
export class Reconciler {
  readonly #db: Database;
  readonly #systems: LoanSystems;
  readonly #timing: SettlementTiming;
  readonly #logger: Logger;
  readonly #payment: Subject;
  readonly #reversal: Subject;

  constructor(
    db: Database,
    systems: LoanSystems,
    settlements: { payment: PaymentSettlement; reversal: ReversalSettlement },
    timing: SettlementTiming,
    logger: Logger,
  ) {
    this.#db = db;
    this.#systems = systems;
    this.#timing = timing;
    this.#logger = logger;
    const { payment, reversal } = settlements;
    this.#payment = {
      find: openPayment,
      open: ['pending', 'pending_confirmation'],
      failed: 'failed',
      settle: (row, posting) => payment.settle(row, { kind: 'confirmed', posting }),
      fail: (row) => payment.fail(row),
      overdue: overduePayments,
      watch: (queries, id, delayMs, waiting) => payment.watch(queries, id, delayMs, waiting),
    };
    this.#reversal = {
      find: openReversal,
      open: ['pending', 'pending_confirmation'],
      failed: 'refused',
      settle: (row, posting) => reversal.settle(row, { kind: 'confirmed', posting }),
      fail: (row) => reversal.fail(row),
      overdue: overdueReversals,
      watch: (queries, id, delayMs, waiting) => reversal.watch(queries, id, delayMs, waiting),
    };
  }

  /** Looks once at a payment; running it twice, or twice at once, changes nothing. */
  lookAtPayment(id: string): Promise<void> {
    return this.#look(this.#payment, id);
  }

  lookAtReversal(id: string): Promise<void> {
    return this.#look(this.#reversal, id);
  }

  /**
   * Sees to it that every overdue posting is being looked at. A worker that was killed keeps its job locked for hours; this
   * puts a new one beside it. Run at start and every minute.
   */
  async watchOverdue(): Promise<void> {
    for (const subject of [this.#payment, this.#reversal]) {
      const overdue = await this.#db.many(RECONCILIATION, subject.overdue, {});
      for (const { id } of overdue) await subject.watch(this.#db, id, 0, 'kept');
    }
  }

  async #look(subject: Subject, id: string): Promise<void> {
    const row = await this.#db.first(RECONCILIATION, subject.find, { id });
    if (row === undefined) return; // withdrawn: certainly not posted
    const isOpen = subject.open.includes(row.status);
    if (!isOpen && row.status !== subject.failed) return;

    const system = this.#systems.byCode(row.loanSystemCode);
    const open = { abandonedForMs: row.abandonedForMs, settleAfterMs: system.settleAfterMs };
    if (isOpen && untilLook(open) > 0) return this.#again(subject, id, untilLook(open));

    const { organizationId, accountId, externalId } = row;
    const found = await system.findPosting({ organizationId, accountId, externalId }, id);
    const next = afterLook(open, found, pauseMs(this.#timing, row.abandonedForMs));
    if (isOpen) return this.#settle(subject, row, next);
    if (next.kind === 'posted') await subject.settle(row, next.posting);
  }

  async #settle(subject: Subject, row: OpenPostingRow, next: NextStep): Promise<void> {
    switch (next.kind) {
      case 'posted':
        await subject.settle(row, next.posting);
        break;
      case 'failed':
        await subject.fail(row);
        // One more look, long after: a system that breaks its own bound must not go unseen.
        await this.#again(subject, row.id, LATE_LOOK_MS);
        break;
      case 'look_again':
        await this.#again(subject, row.id, next.inMs);
    }
    this.#logger.info({ posting_id: row.id, step: next.kind }, 'reconciliation looked at an unknown outcome');
  }

  #again(subject: Subject, id: string, delayMs: number): Promise<void> {
    return subject.watch(this.#db, id, delayMs);
  }
}

const LATE_LOOK_MS = 24 * 60 * 60_000;
