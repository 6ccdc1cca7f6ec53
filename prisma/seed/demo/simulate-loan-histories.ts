import { Temporal } from 'temporal-polyfill';
import { createLedger, type Ledger } from '../../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids/ids.js';
import { type Cents, cents } from '../../../core/money.js';
import { SimulatedClock } from '../../../core/time/clock.js';
import { closeDaysOfBatch } from '../../../ledger/day-end.js';
import type { LoanTerms } from '../../../ledger/loan.js';
import type { LoanReference, Posting } from '../../../loan-model/port.js';
import { applyChange } from '../../../loan-model/projection/apply-change.js';
import { endSchedules } from '../../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { isCollected, type Method, type PaidAmount, type Step } from './loan-steps.js';
import type { PlannedLoan } from './portfolio.js';

/** A booked loan with its complete history. */
export interface DemoLoanHistory {
  readonly planned: PlannedLoan;
  readonly loan: LoanReference;
  readonly borrowerId: string;
  readonly terms: LoanTerms;
  readonly steps: readonly Step[];
}

/** A payment that the ledger posted. */
export interface SimulatedPayment {
  /** The id with which it was posted. */
  readonly reference: string;
  readonly loan: LoanReference;
  readonly posting: Posting;
  readonly method: Method;
  readonly at: Temporal.Instant;
  takenBack?: {
    readonly id: string;
    readonly posting: Posting;
    readonly isNsf: boolean;
    readonly reason: string;
    readonly at: Temporal.Instant;
  };
}

/** A loan during the simulation of its history. */
interface Life {
  readonly loan: LoanReference;
  readonly terms: LoanTerms;
  readonly clock: SimulatedClock;
  readonly ledger: Ledger;
  /** Payments that are not reversed, the latest one last. */
  readonly standing: SimulatedPayment[];
}

const INTEREST_WAIVED = cents(500);
/** If a loan has no step for longer than this, its days are closed in between. */
const QUIET_DAYS = 40;
const DAY_END_EVERY_DAYS = 10;
const ALL_LOANS = 10_000;

/**
 * Simulates the history: every step goes through the ledger, on a clock that moves from the loan's first step to now.
 * Only the ledger posts. Each step first closes the loan's earlier days; at the end all days of all loans are closed.
 */
export class History {
  readonly #db: Database;
  readonly #tx: Transaction;
  /** The result of posting each autopay run, by run. */
  readonly autopayPostings = new Map<string, Posting>();
  /** Payments that borrowers made by hand, and their reversals. */
  readonly payments: SimulatedPayment[] = [];

  constructor(db: Database, tx: Transaction) {
    this.#db = db;
    this.#tx = tx;
  }

  async simulate(
    loans: readonly DemoLoanHistory[],
    now: Temporal.Instant,
    progress: (done: number, total: number) => void,
  ): Promise<void> {
    for (const [index, planned] of loans.entries()) {
      await this.#simulateLoan(planned, now);
      progress(index, loans.length);
    }
    const clock = new SimulatedClock(now);
    for (const organizationId of new Set(loans.map(({ loan }) => loan.organizationId))) {
      await closeDaysOfBatch(this.#tx, { clock, endSchedules }, { organizationId, afterId: '', limit: ALL_LOANS });
    }
    progress(loans.length, loans.length);
  }

  async #simulateLoan({ loan, terms, steps }: DemoLoanHistory, now: Temporal.Instant): Promise<void> {
    const [first] = steps;
    if (first === undefined) return;
    const clock = new SimulatedClock(first.at);
    const life: Life = {
      loan,
      terms,
      clock,
      ledger: createLedger({ db: this.#db, clock, endSchedules }),
      standing: [],
    };
    for (const step of steps) {
      await this.#closeQuietDays(life, step.at);
      clock.moveTo(step.at);
      await this.#take(life, step);
    }
    await this.#closeQuietDays(life, now);
  }

  async #closeQuietDays({ loan, clock }: Life, until: Temporal.Instant): Promise<void> {
    const { organizationId, externalId: loanId } = loan;
    let next = clock.now().add({ hours: 24 * QUIET_DAYS });
    while (Temporal.Instant.compare(next, until) < 0) {
      clock.moveTo(next);
      await closeDaysOfBatch(this.#tx, { clock, endSchedules }, { organizationId, afterId: '', limit: 1, loanId });
      next = next.add({ hours: 24 * DAY_END_EVERY_DAYS });
    }
  }

  async #take(life: Life, step: Step): Promise<void> {
    const { loan, terms, ledger } = life;
    const { operations } = ledger;
    switch (step.kind) {
      case 'disburse':
        return this.#apply(life, await operations.disburse(this.#tx, loan));
      case 'close':
        return this.#apply(life, await operations.close(this.#tx, loan));
      case 'waive_fee': {
        const waiver = { component: 'fees', amountCents: terms.nsfFeeCents, reason: step.reason } as const;
        return this.#apply(life, await operations.waive(this.#tx, loan, waiver));
      }
      case 'waive_interest': {
        const waiver = { component: 'interest', amountCents: INTEREST_WAIVED, reason: step.reason } as const;
        return this.#apply(life, await operations.waive(this.#tx, loan, waiver));
      }
      case 'pay':
        return this.#pay(life, step);
      case 'reverse':
        return this.#reverse(life, step);
    }
  }

  async #pay(life: Life, step: Extract<Step, { kind: 'pay' }>): Promise<void> {
    const { loan, terms, ledger, clock, standing } = life;
    const quote = await ledger.embedded.lockAndQuote(this.#tx, loan);
    // A run that could not be posted would leave its charge without a posting: such a plan is wrong.
    if (!quote.payable && step.runId === undefined) return;
    const amountCents = amountOf(step.amount, terms, quote.payoffCents);
    const id = newId(step.at.epochMilliseconds);
    // A payment received outside the API has no reference of ours.
    const reference = step.runId ?? (isCollected(step.method) ? id : `elsewhere-${id}`);
    const outcome = await life.ledger.embedded.postPayment(this.#tx, {
      loan,
      externalReference: reference,
      amountCents,
      paymentMethod: step.method,
      checkNumber: null,
      memo: null,
    });
    if (outcome.kind === 'refused')
      throw new Error(`the demo history is wrong: a payment was refused, ${outcome.reason}`);
    if (step.runId !== undefined) this.autopayPostings.set(step.runId, outcome.posting);
    const payment: SimulatedPayment = { reference, loan, posting: outcome.posting, method: step.method, at: step.at };
    standing.push(payment);
    if (step.runId === undefined) this.payments.push(payment);
    if (outcome.posting.change) await applyChange(this.#tx, { clock, endSchedules }, outcome.posting.change);
  }

  async #reverse(life: Life, step: Extract<Step, { kind: 'reverse' }>): Promise<void> {
    const { loan, clock } = life;
    const payment = life.standing.pop();
    if (payment === undefined) throw new Error('the demo history is wrong: there is no payment to reverse');
    await life.ledger.embedded.lockAndQuote(this.#tx, loan);
    const reversalId = newId(step.at.epochMilliseconds);
    const outcome = await life.ledger.embedded.reversePayment(this.#tx, {
      loan,
      externalReference: reversalId,
      paymentReference: payment.reference,
      postingExternalId: payment.posting.externalId,
      amountCents: payment.posting.amountCents,
      reason: step.reason,
      isNsf: step.isNsf,
    });
    if (outcome.kind === 'refused')
      throw new Error(`the demo history is wrong: a reversal was refused, ${outcome.reason}`);
    const { isNsf, reason, at } = step;
    payment.takenBack = { id: reversalId, posting: outcome.posting, isNsf, reason, at };
    if (outcome.posting.change) await applyChange(this.#tx, { clock, endSchedules }, outcome.posting.change);
  }

  async #apply({ clock }: Life, outcome: Awaited<ReturnType<Ledger['operations']['disburse']>>): Promise<void> {
    if (outcome.kind === 'refused') throw new Error(`the demo history is wrong: refused, ${outcome.reason}`);
    await applyChange(this.#tx, { clock, endSchedules }, outcome.change);
  }
}

function amountOf(amount: PaidAmount, terms: LoanTerms, payoff: Cents): Cents {
  if (amount === 'payoff') return payoff;
  if (typeof amount === 'number') return cents(Math.min(amount, payoff));
  const fee = amount === 'scheduled_and_fee' ? terms.nsfFeeCents : 0;
  return cents(Math.min(terms.scheduledPaymentCents + fee, payoff));
}
