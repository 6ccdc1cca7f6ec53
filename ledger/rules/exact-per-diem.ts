import { addDays, type IsoDate } from '../../core/time/dates.js';
import type { Loan } from '../loan.js';
import { rateParts } from './annual-rate.js';
import { DAY_COUNT } from './day-count.js';
import { unitsPerCent } from './interest.js';

const DECIMALS = 4;

/**
 * The interest of the day that begins on a date, in cents, with four decimals: `493.1506`. What a day adds in whole cents differs by
 * one from day to day, for fractions are carried; what it adds at all differs where the day count has it so. A charged-off loan
 * accrues no more.
 */
export function exactPerDiem(loan: Loan, on: IsoDate): string {
  const { principalCents, chargedOffOn, product } = loan;
  const share = chargedOffOn === null ? DAY_COUNT[product.dayCount].share(on, addDays(on, 1)) : 0;
  const units = BigInt(principalCents) * rateParts(loan).parts * BigInt(share) * 10n ** BigInt(DECIMALS);
  const digits = String(units / unitsPerCent(loan)).padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
