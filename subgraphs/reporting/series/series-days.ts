import { Temporal } from 'temporal-polyfill';
import { type IsoDate, isoDate } from '../../../core/time/dates.js';
import type { SeriesInterval } from './series.type.js';

/** Maximum days in a series. */
export const MOST_POINTS = 1_100;

/**
 * The days in a series: the last day of each day, week (ending on Sunday) or month in the range, and the last day of
 * the range. Undefined if there are too many.
 */
export function seriesDays(from: IsoDate, to: IsoDate, interval: SeriesInterval): readonly IsoDate[] | undefined {
  const last = Temporal.PlainDate.from(to);
  const days: IsoDate[] = [];
  let day = endOf(Temporal.PlainDate.from(from), interval);
  while (Temporal.PlainDate.compare(day, last) < 0) {
    days.push(isoDate(day));
    if (days.length >= MOST_POINTS) return undefined;
    day = endOf(day.add({ days: 1 }), interval);
  }
  return from > to ? [] : [...days, to];
}

function endOf(day: Temporal.PlainDate, interval: SeriesInterval): Temporal.PlainDate {
  switch (interval) {
    case 'DAY':
      return day;
    case 'WEEK':
      return day.add({ days: 7 - day.dayOfWeek });
    case 'MONTH':
      return day.with({ day: day.daysInMonth });
  }
}
