import type { DayCount } from '../../../../core/contract/ledger-product.js';
import type { IsoDate } from '../../../../core/dates.js';
import { type Cents, cents } from '../../../../core/money.js';
import { DAY_COUNT } from './day-count.js';

const BASIS_POINTS = 10_000n;

/** What interest runs on, and how it is counted. */
export interface Accruing {
  readonly principalCents: Cents;
  readonly annualRateBps: number;
  readonly product: { readonly dayCount: DayCount };
  /** Interest of less than a cent from before; see `unitsPerCent`. */
  readonly accrualRemainder: number;
}

export interface Accrual {
  /** Interest that has become whole cents. */
  readonly interestCents: Cents;
  /** What is carried to the next accrual: of less than a cent, in `unitsPerCent`. */
  readonly remainder: number;
}

/**
 * The unit in which interest is counted: cents × basis points × days of the day count's year. Whole cents are taken out, the rest is
 * carried, so that no rounding ever drifts. Of actual_365 a cent is 365 × 10,000 = 3,650,000 units, of the two with a year of
 * 360 days 3,600,000, of actual_actual 365 × 366 × 10,000 = 1,335,900,000.
 */
export function unitsPerCent(dayCount: DayCount): bigint {
  return UNITS_PER_CENT[dayCount];
}

/** Simple interest from a date to another, added to what was carried; none when the second is not later. */
export function accrue(loan: Accruing, from: IsoDate, to: IsoDate): Accrual {
  const { dayCount } = loan.product;
  const share = from >= to ? 0 : DAY_COUNT[dayCount].share(from, to);
  const units =
    BigInt(loan.principalCents) * BigInt(loan.annualRateBps) * BigInt(share) + BigInt(loan.accrualRemainder);
  const perCent = unitsPerCent(dayCount);
  return { interestCents: cents(Number(units / perCent)), remainder: Number(units % perCent) };
}

const UNITS_PER_CENT: Readonly<Record<DayCount, bigint>> = {
  actual_365: BigInt(DAY_COUNT.actual_365.year) * BASIS_POINTS,
  actual_360: BigInt(DAY_COUNT.actual_360.year) * BASIS_POINTS,
  actual_actual: BigInt(DAY_COUNT.actual_actual.year) * BASIS_POINTS,
  thirty_360: BigInt(DAY_COUNT.thirty_360.year) * BASIS_POINTS,
};
