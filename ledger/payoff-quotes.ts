import { businessClock } from '../core/business-time/business-clock.js';
import type { Database } from '../core/db/database.js';
import { cents } from '../core/money.js';
import type { ServiceParts } from '../core/service-parts.js';
import type { Clock } from '../core/time/clock.js';
import type { IsoDate } from '../core/time/dates.js';
import type { DatedPayoff, LoanReference, PayoffQuote } from '../loan-model/port.js';
import type { Loan } from './loan.js';
import { closeDays } from './operations/close-days.js';
import { payoffOn } from './operations/payoff-on.js';
import { businessDayOf, dayOfReceipt, previousBusinessDay } from './rules/business-day.js';
import { isPayable, payoffCents } from './rules/payoff.js';
import { postingDays } from './rules/posting-days.js';
import { readLoan, readLoans } from './store/loan-store.js';

/** Quotes for loans, by the business clock of their organization. A read locks nothing and writes nothing. */
export class LedgerQuotes {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: Pick<ServiceParts, 'db' | 'clock'>) {
    [this.#db, this.#clock] = [db, clock];
  }

  /** @param organizationId - the organization; without one, the day of lenders. */
  async businessDay(organizationId?: string): Promise<IsoDate> {
    const business = organizationId === undefined ? this.#clock : await this.#clockOf({ organizationId });
    return businessDayOf(business.now());
  }

  async payoff(loan: LoanReference): Promise<PayoffQuote> {
    return quoteOf(await readLoan(this.#db, loan), await this.#clockOf(loan));
  }

  /** For several loans, in their order. */
  async payoffs(loans: readonly LoanReference[]): Promise<readonly PayoffQuote[]> {
    const stored = await readLoans(this.#db, loans);
    return Promise.all(stored.map(async (loan) => quoteOf(loan, await this.#clockOf(loan))));
  }

  /** @param on - today or later, in the servicing time zone; null: now. */
  async payoffOn(loan: LoanReference, on: IsoDate | null): Promise<DatedPayoff | 'not_payable'> {
    const business = await this.#clockOf(loan);
    const stored = await readLoan(this.#db, loan);
    return payoffOn(stored, businessDayOf(business.now()), on, dayOfReceipt(business.now()));
  }

  #clockOf({ organizationId }: Pick<LoanReference, 'organizationId'>): Promise<Clock> {
    return businessClock(this.#db, this.#clock, organizationId);
  }
}

/** Days that day-end has not closed yet are closed in memory only. */
export function quoteOf(stored: Loan, business: Clock): PayoffQuote {
  const { businessDay, accrueTo } = postingDays(business.now());
  const { loan } = closeDays(stored, previousBusinessDay(businessDay));
  const payable = isPayable(loan.status);
  return { payable, payoffCents: payable ? payoffCents(loan, accrueTo(loan)) : cents(0) };
}
