import { cents } from '../../core/money.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import type { DatedPayoff } from '../../loan-model/port.js';
import type { Loan } from '../loan.js';
import { total } from '../rules/balance-component-arithmetic.js';
import { previousBusinessDay, rollForward } from '../rules/business-day.js';
import { exactPerDiem } from '../rules/exact-per-diem.js';
import { isPayable, owedForPayoff, payoffCents as payoffOnDay } from '../rules/payoff.js';
import { closeDays } from './close-days.js';

/**
 * The payoff amount for money that arrives on a day. It is applied on the next business day, so that the amount on a
 * day off is that of the following business day, unless the loan's product accrues to the day of receipt. Days until
 * then are closed in memory, as day-end will close them: a loan that is charged off in the meantime accrues no more.
 *
 * @param today - the current business day
 * @param on - null: now
 * @param receivedNow - the date in New York, for products that accrue to the day of receipt
 */
export function payoffOn(
  stored: Loan,
  today: IsoDate,
  on: IsoDate | null,
  receivedNow = today,
): DatedPayoff | 'not_payable' {
  const appliedOn = on === null || on <= today ? today : rollForward(on);
  const { loan } = closeDays(stored, previousBusinessDay(appliedOn));
  if (!isPayable(loan.status)) return 'not_payable';
  const accrueTo = loan.product.accrueTo === 'day_of_receipt' ? (on ?? receivedNow) : appliedOn;
  const split = owedForPayoff(loan, accrueTo);
  const payoffCents = total(split);
  return {
    payoffCents,
    split,
    appliedOn,
    goodThrough: accrueTo,
    perDiemCents: cents(payoffOnDay(loan, addDays(accrueTo, 1)) - payoffCents),
    exactPerDiem: exactPerDiem(loan, accrueTo),
  };
}
