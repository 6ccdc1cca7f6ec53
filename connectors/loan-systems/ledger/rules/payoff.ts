import type { AccountStatusCode } from '../../../../core/contract/account.js';
import type { IsoDate } from '../../../../core/dates.js';
import { type Cents, cents } from '../../../../core/money.js';
import type { Components, Loan } from '../loan.js';
import { accrualDays, accrue } from './interest.js';

/** What would pay the loan off on a date: principal, fees, and interest through that date. */
export function payoffCents(loan: Loan, on: IsoDate): Cents {
  return total(owedOn(loan, on));
}

/** What is owed on a date, by component. A charged-off loan accrues no more: it is what is left to recover. */
export function owedOn(loan: Loan, on: IsoDate): Components {
  const { principalCents, feesCents } = loan;
  if (loan.chargedOffOn !== null) return { principalCents, feesCents, interestCents: loan.interestCents };
  const days = accrualDays(loan.accruedThrough, on);
  const accrued = accrue(principalCents, loan.annualRateBps, days, loan.accrualRemainder).interestCents;
  return { principalCents, feesCents, interestCents: cents(loan.interestCents + accrued) };
}

export function total(components: Components): Cents {
  return cents(components.principalCents + components.interestCents + components.feesCents);
}

/** Whether a loan of this status takes payments; on a charged-off loan they are recoveries. */
export function isPayable(status: AccountStatusCode): boolean {
  return status === 'active' || status === 'delinquent' || status === 'charged_off';
}
