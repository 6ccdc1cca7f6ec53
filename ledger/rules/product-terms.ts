import type { AccrueTo, ApplicationOrder, DayCount, PayoffRule } from '../../core/contract/ledger-product.js';
import { type Cents, cents } from '../../core/money.js';

/** How a kind of loan is counted. A loan keeps the version of its product under which it was booked; the NSF fee is the loan's own. */
export interface ProductTerms {
  readonly dayCount: DayCount;
  /** What a payment goes to first, next and last. */
  readonly applicationOrder: ApplicationOrder;
  /** Charged once for an installment that is unpaid when its grace days are over; 0: none. */
  readonly lateFeeCents: Cents;
  /** Calendar days after the due date. */
  readonly lateFeeGraceDays: number;
  /** Days past due at which day-end charges off; null: it never does. */
  readonly chargeOffAtDays: number | null;
  /** Installments that are short by up to this much, together, are not late. */
  readonly toleranceCents: Cents;
  /** Whether a payoff owes the interest of the day on which it is made. */
  readonly payoffRule: PayoffRule;
  /** The day to which what is posted accrues interest: the business day it is applied on, or the day in New York it came in. */
  readonly accrueTo: AccrueTo;
}

/** Of a loan without a product. It is charged off at 120 days (the FFIEC's uniform policy for closed-end retail loans). */
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
