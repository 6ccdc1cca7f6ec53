import { Temporal } from 'temporal-polyfill';
import { closeDaysOfBatch } from '../../../connectors/loan-systems/ledger/day-end.js';
import { createLedger, type Ledger } from '../../../connectors/loan-systems/ledger/ledger.js';
import type { LoanTerms } from '../../../connectors/loan-systems/ledger/loan.js';
import type { LoanReference, Posting } from '../../../connectors/loan-systems/port.js';
import { applyChange } from '../../../connectors/loan-systems/projection/apply-change.js';
import { SimulatedClock } from '../../../core/clock.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import { newId } from '../../../core/ids.js';
import { type Cents, cents } from '../../../core/money.js';
import type { PlannedLoan } from './portfolio.js';
import type { PaidAmount, Step } from './stories.js';

/** A booked loan and everything that happened to it. */
export interface ToldLoan {
  readonly planned: PlannedLoan;
  readonly loan: LoanReference;
  readonly borrowerId: string;
  readonly terms: LoanTerms;
  readonly steps: readonly Step[];
}

interface StandingPayment {
  readonly reference: string;
  readonly postingExternalId: string;
  readonly amountCents: Cents;
}

const INTEREST_WAIVED = cents(500);
const DAY_END_EVERY_DAYS = 7;
const ALL_LOANS = 1_000;

/**
 * Lives the history: every step goes through the ledger, on a clock that moves from the first step to now, with day-end
 * once a simulated week. Nothing is inserted that the ledger did not post.
 */
export class History {
  readonly #clock: SimulatedClock;
  readonly #ledger: Ledger;
  readonly #tx: Transaction;
  readonly #standing = new Map<string, StandingPayment[]>();
  /** What became of the payments that autopay runs posted, by run. */
  readonly autopayPostings = new Map<string, Posting>();

  constructor(db: Database, tx: Transaction, start: Temporal.Instant) {
    this.#clock = new SimulatedClock(start);
    this.#ledger = createLedger({ db, clock: this.#clock });
    this.#tx = tx;
  }

  async live(
    loans: readonly ToldLoan[],
    now: Temporal.Instant,
    progress: (done: number, total: number) => void,
  ): Promise<void> {
    const events = loans
      .flatMap(({ loan, terms, steps }) => steps.map((step) => ({ loan, terms, step })))
      .sort((one, other) => Temporal.Instant.compare(one.step.at, other.step.at));
    const lenders = new Set(loans.map(({ loan }) => loan.organizationId));
    let nextDayEnd = this.#clock.now();
    for (const [index, { loan, terms, step }] of events.entries()) {
      while (Temporal.Instant.compare(nextDayEnd, step.at) <= 0) nextDayEnd = await this.#dayEnd(nextDayEnd, lenders);
      this.#clock.moveTo(step.at);
      await this.#take(loan, terms, step);
      if (index % 50 === 0) progress(index, events.length);
    }
    await this.#dayEnd(now, lenders);
    progress(events.length, events.length);
  }

  async #dayEnd(at: Temporal.Instant, organizationIds: Iterable<string>): Promise<Temporal.Instant> {
    this.#clock.moveTo(at);
    for (const organizationId of organizationIds) {
      await closeDaysOfBatch(this.#tx, this.#clock, { organizationId, afterId: '', limit: ALL_LOANS });
    }
    return at.add({ hours: 24 * DAY_END_EVERY_DAYS });
  }

  async #take(loan: LoanReference, terms: LoanTerms, step: Step): Promise<void> {
    const { operations } = this.#ledger;
    switch (step.kind) {
      case 'disburse':
        return this.#apply(await operations.disburse(this.#tx, loan));
      case 'close':
        return this.#apply(await operations.close(this.#tx, loan));
      case 'waive_fee': {
        const waiver = { component: 'fees', amountCents: terms.nsfFeeCents, reason: step.reason } as const;
        return this.#apply(await operations.waive(this.#tx, loan, waiver));
      }
      case 'waive_interest': {
        const waiver = { component: 'interest', amountCents: INTEREST_WAIVED, reason: step.reason } as const;
        return this.#apply(await operations.waive(this.#tx, loan, waiver));
      }
      case 'pay':
        return this.#pay(loan, terms, step);
      case 'reverse':
        return this.#reverse(loan, step);
    }
  }

  async #pay(loan: LoanReference, terms: LoanTerms, step: Extract<Step, { kind: 'pay' }>): Promise<void> {
    const quote = await this.#ledger.embedded.lockAndQuote(this.#tx, loan);
    // A run that could not be posted would leave its charge standing: such a plan is wrong.
    if (!quote.payable && step.runId === undefined) return;
    const amountCents = amountOf(step.amount, terms, quote.payoffCents);
    const reference = step.runId ?? newId(step.at.epochMilliseconds);
    const outcome = await this.#ledger.embedded.postPayment(this.#tx, {
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
    const standing = this.#standing.get(loan.externalId) ?? [];
    standing.push({ reference, postingExternalId: outcome.posting.externalId, amountCents });
    this.#standing.set(loan.externalId, standing);
    if (outcome.posting.change) await applyChange(this.#tx, this.#clock, outcome.posting.change);
  }

  async #reverse(loan: LoanReference, step: Extract<Step, { kind: 'reverse' }>): Promise<void> {
    const payment = this.#standing.get(loan.externalId)?.pop();
    if (payment === undefined) throw new Error('the demo history is wrong: nothing stands to be reversed');
    await this.#ledger.embedded.lockAndQuote(this.#tx, loan);
    const outcome = await this.#ledger.embedded.reversePayment(this.#tx, {
      loan,
      externalReference: newId(step.at.epochMilliseconds),
      paymentReference: payment.reference,
      postingExternalId: payment.postingExternalId,
      amountCents: payment.amountCents,
      reason: step.reason,
      isNsf: step.isNsf,
    });
    if (outcome.kind === 'refused')
      throw new Error(`the demo history is wrong: a reversal was refused, ${outcome.reason}`);
    if (outcome.posting.change) await applyChange(this.#tx, this.#clock, outcome.posting.change);
  }

  async #apply(outcome: Awaited<ReturnType<Ledger['operations']['disburse']>>): Promise<void> {
    if (outcome.kind === 'refused') throw new Error(`the demo history is wrong: refused, ${outcome.reason}`);
    await applyChange(this.#tx, this.#clock, outcome.change);
  }
}

function amountOf(amount: PaidAmount, terms: LoanTerms, payoff: Cents): Cents {
  if (amount === 'payoff') return payoff;
  if (typeof amount === 'number') return cents(Math.min(amount, payoff));
  const fee = amount === 'scheduled_and_fee' ? terms.nsfFeeCents : 0;
  return cents(Math.min(terms.scheduledPaymentCents + fee, payoff));
}
