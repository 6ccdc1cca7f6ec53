import { daysBetween, type IsoDate } from '../../../../core/dates.js';
import { type Cents, cents } from '../../../../core/money.js';

/**
 * One cent of interest in the unit that accrual is counted in: cents × basis points × days are units of
 * 1 / (365 × 10,000) cent. Whole cents are taken out, the rest is carried, so that no rounding ever drifts.
 */
const UNITS_PER_CENT = 3_650_000n;

export interface Accrual {
  /** Interest that has become whole cents. */
  readonly interestCents: Cents;
  /** What is carried to the next accrual, in units of 1/3,650,000 cent; 0 ≤ remainder < 3,650,000. */
  readonly remainder: number;
}

/** Simple interest on `principalCents` over a number of days, Actual/365, added to what was carried. */
export function accrue(principalCents: Cents, annualRateBps: number, days: number, carried: number): Accrual {
  const units = BigInt(principalCents) * BigInt(annualRateBps) * BigInt(days) + BigInt(carried);
  return { interestCents: cents(Number(units / UNITS_PER_CENT)), remainder: Number(units % UNITS_PER_CENT) };
}

/** Days that interest accrues for between two dates: none when the second is not later. */
export function accrualDays(from: IsoDate, to: IsoDate): number {
  return from >= to ? 0 : daysBetween(from, to);
}
