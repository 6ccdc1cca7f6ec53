import type { Transaction } from '../../../../core/db/database.js';
import { eachOrganization } from '../../../../core/jobs/each-organization.js';
import { cents } from '../../../../core/money.js';
import { limitToOrganization, type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { LoanReference, Posting } from '../../../../loan-model/port.js';
import { applyChange } from '../../../../loan-model/projection/apply-change.js';
import { lockSchedule } from '../../autopay/schedule/autopay-schedule.store.js';
import { endSchedules } from '../../autopay/schedule/end-schedules-of-paid-off-loan.js';
import { AccountGate, JOBS, POSTPONE_MS } from '../../collected/posting/account-concurrency-gate.js';
import { queueAccountImport } from '../../collected/posting/enqueue-outcome-lookup.js';
import {
  type PostingOrder,
  PostingWork,
  type PostingWorkParts,
} from '../../collected/posting/post-row-once-by-worker.js';
import { raiseIfOverpaid } from '../../collected/posting/raise-posting-exceptions.js';
import { lockPayment } from '../../collected/reversal/reversal.store.js';
import { type ActKey, enqueueAct, keyOf } from './enqueue-act.js';
import {
  type ActWorkRow,
  actWork,
  followPosting,
  leaseAct,
  lockAct,
  organizationsWithActs,
  overdueActs,
  scheduleOfPosting,
  settleAct,
} from './tie-out-act.store.js';

const ACTS = systemPrincipal('tie-out-acts');
const actsOf = ({ organizationId }: ActKey) => limitToOrganization(ACTS, organizationId);

export type ActWorkerParts = PostingWorkParts & Pick<ServiceParts, 'clock' | 'logger'>;

interface Held {
  readonly tx: Transaction;
  readonly row: ActWorkRow;
}

/**
 * Carries out an operator's action on a difference at a loan system, once, by the posting protocol. The next
 * comparison shows the result.
 */
export class ActWorker {
  readonly #parts: ActWorkerParts;
  readonly #gate = new AccountGate(JOBS);
  readonly #postings: PostingWork<ActWorkRow, Held>;

  constructor(parts: ActWorkerParts) {
    this.#parts = parts;
    this.#postings = new PostingWork<ActWorkRow, Held>(parts, {
      held: (seen, change) => this.#held(seen, change),
      orderOf,
      lease: async ({ tx, row }, leaseMs) => (await tx.first(actsOf(row), leaseAct, { ...keyOf(row), leaseMs }))?.lease,
      goOn: (queries, row, inMs) => enqueueAct(queries, row, inMs),
      confirmed: (held, posting) => this.#confirmed(held, posting),
      refused: (held, reason) => this.#refused(held, reason),
    });
  }

  /** Takes the next step of an action; running it twice, or twice at once, changes nothing. */
  async work(key: ActKey): Promise<void> {
    const { db } = this.#parts;
    const seen = await db.first(actsOf(key), actWork, keyOf(key));
    if (seen === undefined || seen.status !== 'pending') return;
    await (this.#gate.tryPass(seen.accountId, () => this.#postings.step(seen)) ?? enqueueAct(db, key, POSTPONE_MS));
  }

  /** Makes sure that a worker is handling every open action. Runs every minute. */
  async watchOverdue(): Promise<void> {
    await eachOrganization(this.#parts, {
      principal: ACTS,
      due: organizationsWithActs,
      parameters: {},
      work: (principal, organizationId) => this.#watchOverdueOf(principal, organizationId),
    });
  }

  async *#watchOverdueOf(principal: Principal, organizationId: string): AsyncGenerator<void, void> {
    for (const { id } of await this.#parts.db.many(principal, overdueActs, {})) {
      await enqueueAct(this.#parts.db, { organizationId, id }, 0, 'kept');
      yield;
    }
  }

  #held<T>(seen: ActWorkRow, change: (held: Held) => Promise<T>): Promise<T | undefined> {
    return this.#parts.db.transaction(async (tx) => {
      const row = await tx.first(actsOf(seen), lockAct, keyOf(seen));
      if (row?.status !== 'pending') return undefined;
      if (row.kind === 'post' && !(await this.#holdPosted(tx, row))) return undefined;
      return change({ tx, row });
    });
  }

  /**
   * Locks the payment or schedule before its loan, as every other change does, so that no deadlock arises. A payment
   * that Tributary has reversed in between is no longer posted.
   */
  async #holdPosted(tx: Transaction, row: ActWorkRow): Promise<boolean> {
    const { organizationId, paymentReference: reference } = row;
    const schedule = await tx.first(actsOf(row), scheduleOfPosting, { organizationId, reference });
    if (schedule !== undefined) await tx.first(actsOf(row), lockSchedule, { id: schedule.id, organizationId });
    const payment = await tx.first(actsOf(row), lockPayment, { organizationId, id: reference });
    if (payment === undefined || payment.status === 'posted' || row.lease !== null) return true;
    await this.#refused({ tx, row }, `payment_${payment.status}`);
    return false;
  }

  async #confirmed({ tx, row }: Held, posting: Posting): Promise<void> {
    await tx.first(actsOf(row), settleAct, { ...keyOf(row), status: 'done', failureCode: null });
    if (row.kind === 'post') {
      const { externalId: postingExternalId, referenceNumber } = posting;
      const { organizationId, paymentReference: reference } = row;
      await tx.first(actsOf(row), followPosting, { organizationId, reference, postingExternalId, referenceNumber });
      await raiseIfOverpaid(tx, { id: reference, organizationId }, posting);
    }
    if (posting.change !== undefined) await applyChange(tx, { clock: this.#parts.clock, endSchedules }, posting.change);
    else await queueAccountImport(tx, row);
  }

  async #refused({ tx, row }: Held, failureCode: string): Promise<void> {
    await tx.first(actsOf(row), settleAct, { ...keyOf(row), status: 'refused', failureCode });
  }
}

function orderOf(row: ActWorkRow): PostingOrder {
  const { organizationId, accountId, externalId } = row;
  const loan: LoanReference = { organizationId, accountId, externalId };
  const amountCents = cents(row.amountCents);
  const { postingReference: paymentReference, postingExternalId } = row;
  if (row.kind === 'post') {
    const { paymentMethod, checkNumber, memo } = row;
    const payment = { loan, externalReference: paymentReference, amountCents, checkNumber, memo };
    return { kind: 'payment', payment: { ...payment, paymentMethod: paymentMethod ?? 'card' } };
  }
  if (postingExternalId === null) throw new Error(`act ${row.id} has no posting to reverse`);
  const { id: externalReference, reason } = row;
  const reversal = { loan, externalReference, paymentReference, postingExternalId, amountCents, reason, isNsf: false };
  return { kind: 'reversal', reversal };
}
