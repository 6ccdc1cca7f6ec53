import { Temporal } from 'temporal-polyfill';
import type { FrequencyUnit } from '../../../../core/contract/autopay.js';
import { addDays, daysBetween, type IsoDate, isoDate } from '../../../../core/time/dates.js';

/** When a schedule runs: fixed at its creation. */
export interface Cadence {
  readonly frequencyUnit: FrequencyUnit;
  /** Every how many units. */
  readonly frequencyInterval: number;
  readonly startDate: IsoDate;
  /** Pins runs of months and years to a day of the month, 1 to 31; without it the start date's day does. */
  readonly anchorDay: number | null;
}

/**
 * The run with this number, counted from 0. Each is reckoned from the first one, never from the one before, so that a day
 * that February lacks comes back in March.
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

/** The first run: the start date itself, or the first day after it that is pinned. */
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

/** How many runs lie before a date. */
function runsBefore(cadence: Cadence, date: IsoDate): number {
  const { frequencyUnit, frequencyInterval, startDate } = cadence;
  if (date <= startDate) return 0;
  if (frequencyUnit === 'day' || frequencyUnit === 'week') {
    const step = frequencyInterval * (frequencyUnit === 'week' ? 7 : 1);
    return Math.ceil(daysBetween(startDate, date) / step);
  }
  const step = frequencyInterval * (frequencyUnit === 'year' ? 12 : 1);
  // Whether the run of the date's own month lies before it, its day decides.
  const guess = Math.max(0, Math.floor((monthOf(date) - firstMonth(cadence)) / step));
  return run(cadence, guess) < date ? guess + 1 : guess;
}

/** The month, counted from year 0, of the first pinned day on or after the start date. */
function firstMonth(cadence: Cadence): number {
  const month = monthOf(cadence.startDate);
  return pinned(cadence, month) < cadence.startDate ? month + 1 : month;
}

/** The pinned day of a month, or the month's last day where it is shorter. */
function pinned({ anchorDay, startDate }: Cadence, month: number): IsoDate {
  const day = anchorDay ?? Number(startDate.slice(8));
  const fields = { year: Math.floor(month / 12), month: (month % 12) + 1, day };
  return isoDate(Temporal.PlainDate.from(fields, { overflow: 'constrain' }));
}

function monthOf(date: IsoDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}
