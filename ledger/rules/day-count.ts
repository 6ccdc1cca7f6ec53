import { Temporal } from 'temporal-polyfill';
import type { DayCount } from '../../core/contract/ledger-product.js';
import { daysBetween, type IsoDate, isoDate } from '../../core/time/dates.js';

/**
 * The fraction of a year between two dates: `share` in units of one `year`. Both are whole numbers, so that nothing is
 * rounded.
 */
interface Counted {
  readonly year: number;
  /**
   * From a date (inclusive) to a later one (exclusive). The shares of consecutive spans add up to the share of the
   * whole span, so it makes no difference where accrual is split.
   */
  readonly share: (from: IsoDate, to: IsoDate) => number;
}

const DAYS_365 = 365;
const DAYS_366 = 366;

export const DAY_COUNT: Readonly<Record<DayCount, Counted>> = {
  actual_365: { year: DAYS_365, share: daysBetween },
  actual_360: { year: 360, share: daysBetween },
  actual_actual: { year: DAYS_365 * DAYS_366, share: actualShare },
  thirty_360: { year: 360, share: (from, to) => thirtyDays(to) - thirtyDays(from) },
};

/** A day of a leap year is a 366th of it, any other a 365th: a span is split at the year's end. */
function actualShare(from: IsoDate, to: IsoDate): number {
  let share = 0;
  let start = from;
  for (let year = yearOf(from); year <= yearOf(to); year += 1) {
    const next = isoDate(new Temporal.PlainDate(year + 1, 1, 1));
    const end = next < to ? next : to;
    share += daysBetween(start, end) * (isLeap(year) ? DAYS_365 : DAYS_366);
    start = end;
  }
  return share;
}

/** 30E/360: every month has 30 days, and a 31st is its 30th. */
function thirtyDays(date: IsoDate): number {
  return (yearOf(date) * 12 + Number(date.slice(5, 7))) * 30 + Math.min(Number(date.slice(8, 10)), 30);
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function yearOf(date: IsoDate): number {
  return Number(date.slice(0, 4));
}
