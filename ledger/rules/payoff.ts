import type { AccountStatusCode } from '../../core/contract/account-enumerations.js';
import { type Cents, cents } from '../../core/money.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import type { Components, Loan } from '../loan.js';
import { total } from './balance-component-arithmetic.js';
import { accrue } from './interest.js';

/** The payoff amount on a date: principal, fees, and the interest that a payoff on that date includes. */
export function payoffCents(loan: Loan, on: IsoDate): Cents {
  return total(owedForPayoff(loan, on));
}

/** The same by component. */
export function owedForPayoff(loan: Loan, on: IsoDate): Components {
  return owedOn(loan, interestOfPayoffTo(loan, on));
}

/**
 * The day to which a payoff on a date owes interest: the date itself, or the next day if it includes the interest of
 * the date.
 */
export function interestOfPayoffTo({ product }: Loan, on: IsoDate): IsoDate {
  return product.payoffRule === 'through_payoff_day' ? addDays(on, 1) : on;
}

/**
 * The balance owed on a date, by component. A charged-off loan accrues no more: its balance is the recoverable amount.
 */
export function owedOn(loan: Loan, on: IsoDate): Components {
  const { principalCents, feesCents } = loan;
  if (loan.chargedOffOn !== null) return { principalCents, feesCents, interestCents: loan.interestCents };
  const accrued = accrue(loan, loan.accruedThrough, on).interestCents;
  return { principalCents, feesCents, interestCents: cents(loan.interestCents + accrued) };
}

/** Whether a loan with this status takes payments; on a charged-off loan they are recoveries. */
export function isPayable(status: AccountStatusCode): boolean {
  return status === 'active' || status === 'delinquent' || status === 'charged_off';
}
