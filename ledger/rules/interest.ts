import type { DayCount } from '../../core/contract/ledger-product.js';
import { type Cents, cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import { type AnnualRate, rateParts } from './annual-rate.js';
import { DAY_COUNT } from './day-count.js';

/** The base of interest and its calculation. */
export interface Accruing extends AnnualRate {
  readonly principalCents: Cents;
  readonly product: { readonly dayCount: DayCount };
  /** Fraction of a cent of earlier interest; see `unitsPerCent`. */
  readonly accrualRemainder: number;
}

export interface Accrual {
  /** Interest that has become whole cents. */
  readonly interestCents: Cents;
  /** Carried to the next accrual: less than a cent, in `unitsPerCent`. */
  readonly remainder: number;
}

/**
 * The unit in which interest is calculated: cents × basis points × days of the day count's year. Whole cents are taken
 * out and the rest is carried, so that rounding errors never add up. For actual_365 a cent is 365 × 10,000 = 3,650,000
 * units, for the two with a year of 360 days 3,600,000, for actual_actual 365 × 366 × 10,000 = 1,335,900,000. For a
 * rate finer than a basis point a cent is 10,000 times as many.
 */
export function unitsPerCent({ product, ...rate }: Pick<Accruing, 'product' | keyof AnnualRate>): bigint {
  return BigInt(DAY_COUNT[product.dayCount].year) * rateParts(rate).partsOfWhole;
}

/** Simple interest from one date to another, added to the carried amount; none when the second is not later. */
export function accrue(loan: Accruing, from: IsoDate, to: IsoDate): Accrual {
  const share = from >= to ? 0 : DAY_COUNT[loan.product.dayCount].share(from, to);
  const { parts, partsOfWhole } = rateParts(loan);
  const units = loan.principalCents * Number(parts) * share + loan.accrualRemainder;
  // Below this bound the calculation in floating point is exact, and several times as fast.
  if (Number.isSafeInteger(units)) {
    const perCent = DAY_COUNT[loan.product.dayCount].year * Number(partsOfWhole);
    const remainder = units % perCent;
    return { interestCents: cents((units - remainder) / perCent), remainder };
  }
  const exact = BigInt(loan.principalCents) * parts * BigInt(share) + BigInt(loan.accrualRemainder);
  const perCent = unitsPerCent(loan);
  return { interestCents: cents(Number(exact / perCent)), remainder: Number(exact % perCent) };
}
