import type { AccrueTo, ApplicationOrder, DayCount, PayoffRule } from '../../core/contract/ledger-product.js';
import { type Cents, cents } from '../../core/money.js';

/**
 * The terms for calculating a kind of loan. A loan keeps the version of its product under which it was booked; the NSF
 * fee is the loan's own.
 */
export interface ProductTerms {
  readonly dayCount: DayCount;
  /** The order of allocation. */
  readonly applicationOrder: ApplicationOrder;
  /** Charged once for an installment that is unpaid when its grace days are over; 0: none. */
  readonly lateFeeCents: Cents;
  /** Calendar days after the due date. */
  readonly lateFeeGraceDays: number;
  /** Days past due at which day-end charges off; null: never. */
  readonly chargeOffAtDays: number | null;
  /** Installments whose total shortfall is at most this are not late. */
  readonly toleranceCents: Cents;
  /** Whether a payoff includes the interest of the day on which it is made. */
  readonly payoffRule: PayoffRule;
  /**
   * The day to which a posting accrues interest: the business day on which it is applied, or the day in New York on
   * which it was received.
   */
  readonly accrueTo: AccrueTo;
}

/** For a loan without a product. Charged off at 120 days (the FFIEC's uniform policy for closed-end retail loans). */
export const BUILT_IN_TERMS: ProductTerms = {
  dayCount: 'actual_365',
  applicationOrder: 'fees_interest_principal',
  lateFeeCents: cents(0),
  lateFeeGraceDays: 0,
  chargeOffAtDays: 120,
  toleranceCents: cents(0),
  payoffRule: 'to_payoff_day',
  accrueTo: 'business_day',
};
