import { addDays, type IsoDate } from '../../core/time/dates.js';
import type { Loan } from '../loan.js';
import { rateParts } from './annual-rate.js';
import { DAY_COUNT } from './day-count.js';
import { unitsPerCent } from './interest.js';

const DECIMALS = 4;

/**
 * The interest of the day that begins on a date, in cents, with four decimals: `493.1506`. The daily increase in whole
 * cents varies by one, because fractions are carried, and the exact amount varies with the day count. A charged-off
 * loan accrues no more.
 */
export function exactPerDiem(loan: Loan, on: IsoDate): string {
  const { principalCents, chargedOffOn, product } = loan;
  const share = chargedOffOn === null ? DAY_COUNT[product.dayCount].share(on, addDays(on, 1)) : 0;
  const units = BigInt(principalCents) * rateParts(loan).parts * BigInt(share) * 10n ** BigInt(DECIMALS);
  const digits = String(units / unitsPerCent(loan)).padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
