import { Temporal } from 'temporal-polyfill';
import type { FrequencyUnit } from '../../../../core/contract/autopay.js';
import { addDays, daysBetween, type IsoDate, isoDate } from '../../../../core/time/dates.js';

/** When a schedule runs; fixed at its creation. */
export interface Cadence {
  readonly frequencyUnit: FrequencyUnit;
  /** The interval, in units. */
  readonly frequencyInterval: number;
  readonly startDate: IsoDate;
  /** Day of the month for month and year cadences, 1 to 31; without it, the start date's day. */
  readonly anchorDay: number | null;
}

/**
 * The run with this number, counted from 0. Each run is computed from the first one, not from the previous one: a
 * day that February lacks comes back in March.
 */
export function run(cadence: Cadence, number: number): IsoDate {
  const { frequencyUnit, frequencyInterval, startDate } = cadence;
  switch (frequencyUnit) {
    case 'day':
      return addDays(startDate, number * frequencyInterval);
    case 'week':
      return addDays(startDate, number * frequencyInterval * 7);
    case 'month':
      return pinned(cadence, firstMonth(cadence) + number * frequencyInterval);
    case 'year':
      return pinned(cadence, firstMonth(cadence) + number * frequencyInterval * 12);
  }
}

/** The first run: the start date itself, or the first anchor day after it. */
export function firstRun(cadence: Cadence): IsoDate {
  return run(cadence, 0);
}

/** The first run strictly after a date. */
export function runAfter(cadence: Cadence, date: IsoDate): IsoDate {
  return runOnOrAfter(cadence, addDays(date, 1));
}

/** The first run on a date or after it. */
export function runOnOrAfter(cadence: Cadence, date: IsoDate): IsoDate {
  return run(cadence, runsBefore(cadence, date));
}

/** The last run on a date or before it; null when the first is still to come. */
export function latestRunOnOrBefore(cadence: Cadence, date: IsoDate): IsoDate | null {
  const count = runsBefore(cadence, addDays(date, 1));
  return count === 0 ? null : run(cadence, count - 1);
}

/** Every run from one date to another, both included, in order. */
export function runsBetween(cadence: Cadence, from: IsoDate, to: IsoDate): readonly IsoDate[] {
  const first = runsBefore(cadence, from);
  const end = runsBefore(cadence, addDays(to, 1));
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => run(cadence, first + index));
}

/** Number of runs before a date. */
function runsBefore(cadence: Cadence, date: IsoDate): number {
  const { frequencyUnit, frequencyInterval, startDate } = cadence;
  if (date <= startDate) return 0;
  if (frequencyUnit === 'day' || frequencyUnit === 'week') {
    const step = frequencyInterval * (frequencyUnit === 'week' ? 7 : 1);
    return Math.ceil(daysBetween(startDate, date) / step);
  }
  const step = frequencyInterval * (frequencyUnit === 'year' ? 12 : 1);
  // The day decides whether the run in the date's own month is before it.
  const guess = Math.max(0, Math.floor((monthOf(date) - firstMonth(cadence)) / step));
  return run(cadence, guess) < date ? guess + 1 : guess;
}

/** The month of the first anchor day on or after the start date, counted from year 0. */
function firstMonth(cadence: Cadence): number {
  const month = monthOf(cadence.startDate);
  return pinned(cadence, month) < cadence.startDate ? month + 1 : month;
}

/** The anchor day of a month, or the month's last day if it is shorter. */
function pinned({ anchorDay, startDate }: Cadence, month: number): IsoDate {
  const day = anchorDay ?? Number(startDate.slice(8));
  const fields = { year: Math.floor(month / 12), month: (month % 12) + 1, day };
  return isoDate(Temporal.PlainDate.from(fields, { overflow: 'constrain' }));
}

function monthOf(date: IsoDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}
