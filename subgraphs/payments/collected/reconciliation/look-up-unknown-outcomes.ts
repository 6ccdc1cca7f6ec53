import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { Database } from '../../../../core/db/database.js';
import type { Statement } from '../../../../core/db/statement.js';
import { eachOrganization } from '../../../../core/jobs/each-organization.js';
import type { PostingKind } from '../../../../core/jobs/job-types-and-enqueue.js';
import type { Logger } from '../../../../core/logging/logger.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { Posting } from '../../../../loan-model/port.js';
import { AccountGate, JOBS, POSTPONE_MS } from '../posting/account-concurrency-gate.js';
import type { MayWait } from '../posting/awaiting-approval.js';
import type { LookedUp } from '../posting/clear-to-post-while-recovering.js';
import { type WatchedPosting, watchPosting } from '../posting/enqueue-outcome-lookup.js';
import type { SettlementTiming } from '../posting/lease-and-lookup-timing.js';
import { type LookupStep, lookUpPosting } from '../posting/look-up-posting.js';
import { msUntilLateLookup, msUntilLookup, NOT_POSTED } from '../posting/outcome-lookup-schedule.js';
import { paymentAwaitsApproval } from '../recording/record-payment.store.js';
import type { PaymentSettlement } from '../recording/write-payment-outcome.js';
import { reversalAwaitsApproval } from '../reversal/reversal.store.js';
import type { ReversalSettlement } from '../reversal/write-reversal-outcome.js';
import {
  type OpenPostingRow,
  openPayment,
  openReversal,
  organizationsOverdue,
  overduePayments,
  overdueReversals,
} from './postings-without-outcome.reads.store.js';

const RECONCILIATION = systemPrincipal('reconciliation');

/** Statuses without an outcome, of payments and reversals alike. */
const OPEN: ReadonlySet<string> = new Set(['pending', 'pending_confirmation']);

/** What differs between a payment and a reversal. */
interface Subject {
  readonly find: Statement<{ id: string }, OpenPostingRow>;
  readonly overdue: Statement<Record<string, never>, { id: string }>;
  /** The status of a posting that was certainly not posted; a posting found after that needs an operator's decision. */
  readonly failed: string;
  readonly mark: MayWait['mark'];
  settle(row: OpenPostingRow, posting: Posting): Promise<unknown>;
  /** Whether it was settled now. */
  fail(row: OpenPostingRow, reason: string): Promise<boolean>;
}

export interface Settlements {
  readonly payment: PaymentSettlement;
  readonly reversal: ReversalSettlement;
}

/** Settles unknown outcomes by looking them up at the loan system under our reference, with growing pauses. */
export class Reconciler {
  readonly #db: Database;
  readonly #systems: LoanSystems;
  readonly #timing: SettlementTiming;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #subjects: Readonly<Record<PostingKind, Subject>>;
  /** Keeps postings of one locked account from taking every job of this worker. */
  readonly #gate = new AccountGate(JOBS);

  constructor(
    db: Database,
    systems: LoanSystems,
    { payment, reversal }: Settlements,
    timing: SettlementTiming,
    { clock, logger }: Pick<ServiceParts, 'clock' | 'logger'>,
  ) {
    this.#db = db;
    this.#systems = systems;
    this.#timing = timing;
    this.#clock = clock;
    this.#logger = logger;
    this.#subjects = {
      payment: {
        find: openPayment,
        overdue: overduePayments,
        failed: 'failed',
        mark: paymentAwaitsApproval,
        settle: (row, posting) => payment.settle(row, { kind: 'confirmed', posting }, row.abandonedForMs),
        fail: (row, reason) => payment.fail(row, row.lease, reason),
      },
      reversal: {
        find: openReversal,
        overdue: overdueReversals,
        failed: 'refused',
        mark: reversalAwaitsApproval,
        settle: (row, posting) => reversal.settle(row, { kind: 'confirmed', posting }),
        fail: (row, reason) => reversal.fail(row, row.lease, reason),
      },
    };
  }

  /**
   * Makes sure that a worker is looking up every overdue posting. A killed worker keeps its job locked for minutes;
   * this queues a new job next to it. Runs at start and every minute.
   */
  async watchOverdue(): Promise<void> {
    await eachOrganization(
      { db: this.#db, logger: this.#logger },
      {
        principal: RECONCILIATION,
        due: organizationsOverdue,
        parameters: {},
        work: (principal, organizationId) => this.#watchOverdueOf(principal, organizationId),
      },
    );
  }

  async *#watchOverdueOf(principal: Principal, organizationId: string): AsyncGenerator<void, void> {
    for (const kind of ['payment', 'reversal'] as const) {
      for (const { id } of await this.#db.many(principal, this.#subjects[kind].overdue, {})) {
        await watchPosting(this.#db, { kind, organizationId, id }, 0, 'kept');
        yield;
      }
    }
  }

  /**
   * Looks a posting up once; running it twice, or twice at once, changes nothing. `settled` also if there is nothing to
   * look up.
   */
  async look(posting: WatchedPosting): Promise<LookedUp> {
    const subject = this.#subjects[posting.kind];
    const { organizationId, id } = posting;
    const row = await this.#db.first(limitToOrganization(RECONCILIATION, organizationId), subject.find, { id });
    if (row === undefined) return 'settled'; // withdrawn: certainly not posted
    const look = () => this.#lookAt(posting, row);
    const looked = this.#gate.tryPass(row.accountId, look);
    if (looked !== undefined) return looked;
    await watchPosting(this.#db, posting, POSTPONE_MS);
    return 'unanswered';
  }

  async #lookAt(posting: WatchedPosting, row: OpenPostingRow): Promise<LookedUp> {
    const subject = this.#subjects[posting.kind];
    const isOpen = OPEN.has(row.status);
    if (!isOpen && row.status !== subject.failed) return 'settled';

    const system = this.#systems.byCode(row.loanSystemCode);
    const open = { abandonedForMs: row.abandonedForMs, settleAfterMs: system.settleAfterMs };
    if (isOpen && msUntilLookup(open) > 0) {
      await watchPosting(this.#db, posting, msUntilLookup(open));
      return 'may_still_arrive';
    }

    const { organizationId, accountId, externalId, reference } = row;
    const loan = { organizationId, accountId, externalId };
    if (isOpen) {
      const parts = { db: this.#db, clock: this.#clock, timing: this.#timing };
      const { isAnswered, ...next } = await lookUpPosting(parts, system, { ...row, loan, mark: subject.mark });
      await this.#follow(posting, row, next);
      if (next.kind !== 'look_again') return 'settled';
      if (!isAnswered) return 'unanswered';
      return open.abandonedForMs < open.settleAfterMs ? 'may_still_arrive' : 'waits';
    }
    const found = await system.findPosting(loan, reference);
    if (found.kind === 'answered' && found.value !== 'absent') await subject.settle(row, found.value);
    else await this.#lookLater(posting, row, found.kind === 'answered');
    return found.kind === 'answered' ? 'settled' : 'unanswered';
  }

  async #lookLater(posting: WatchedPosting, row: OpenPostingRow, isAnswered = true): Promise<void> {
    const inMs = msUntilLateLookup(row.abandonedForMs, isAnswered);
    if (inMs !== undefined) await watchPosting(this.#db, posting, inMs);
  }

  async #follow(posting: WatchedPosting, row: OpenPostingRow, next: LookupStep): Promise<void> {
    const subject = this.#subjects[posting.kind];
    switch (next.kind) {
      case 'posted':
        await subject.settle(row, next.posting);
        break;
      case 'failed':
      case 'rejected': {
        const reason = next.kind === 'rejected' ? next.reason : NOT_POSTED;
        if (await subject.fail(row, reason)) await this.#lookLater(posting, row);
        break;
      }
      case 'look_again':
        await watchPosting(this.#db, posting, next.inMs);
    }
    this.#logger.info({ posting_id: row.id, step: next.kind }, 'reconciliation looked up an unknown outcome');
  }
}
