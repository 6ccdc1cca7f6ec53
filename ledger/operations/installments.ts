import { type Cents, cents } from '../../core/money.js';
import { daysBetween, type IsoDate } from '../../core/time/dates.js';
import type { Loan } from '../loan.js';
import { total } from '../rules/balance-component-arithmetic.js';
import { previousBusinessDay } from '../rules/business-day.js';
import { interestOfPayoffTo, owedForPayoff } from '../rules/payoff.js';
import { accrualDayOf } from '../rules/posting-days.js';
import { dueDate } from '../rules/schedule.js';
import { accruedTo } from './operation-result.js';
import { applied } from './payment.js';

/** One installment of a loan's schedule, in its current state. */
export interface Installment {
  /** Counted from 1. */
  readonly number: number;
  readonly dueOn: IsoDate;
  /** Paid and remaining amount together: the level payment, except for the last installments. */
  readonly amountCents: Cents;
  readonly paidCents: Cents;
  readonly unpaidCents: Cents;
  /** Days since the due date; 0 when it is paid, not due yet, or not yet late. */
  readonly daysLate: number;
}

/**
 * The whole schedule of a loan. Paid principal and interest are allocated to the oldest installment first; fees are not
 * part of the schedule. Remaining amounts assume that everything late is paid on the day, and each later installment
 * when due: extra principal therefore shortens the schedule from its end. The last installment is the whole remaining
 * balance, with interest to the day on which a payment on its due date is applied.
 */
export function installmentsOf(loan: Loan, asOf: IsoDate): readonly Installment[] {
  const { scheduledPaymentCents: level, scheduledPaidCents, termMonths } = loan;
  const lateAfter = previousBusinessDay(asOf);
  let current = accruedTo({ ...loan, feesCents: cents(0) }, asOf).loan;
  return Array.from({ length: termMonths }, (_, index) => {
    const number = index + 1;
    const isLast = number === termMonths;
    const dueOn = dueDate(loan, number);
    if (dueOn > asOf) current = accruedTo(current, dueOn).loan;
    const paidOn = accrualDayOf(current, dueOn > asOf ? dueOn : asOf);
    const owed = total(owedForPayoff(current, paidOn));
    const reached = Math.max(scheduledPaidCents - index * level, 0);
    const paid = isLast ? reached : Math.min(reached, level);
    const unpaid = cents(isLast ? owed : Math.min(level - paid, owed));
    const isWhole = unpaid > total(current);
    if (isWhole) current = accruedTo(current, interestOfPayoffTo(current, paidOn)).loan;
    current = applied(current, unpaid).loan;
    return {
      number,
      dueOn,
      amountCents: cents(paid + unpaid),
      paidCents: cents(paid),
      unpaidCents: unpaid,
      daysLate: unpaid > 0 && dueOn <= lateAfter ? daysBetween(dueOn, asOf) : 0,
    };
  });
}
