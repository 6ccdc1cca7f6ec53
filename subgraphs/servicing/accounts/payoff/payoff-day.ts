import { invalid } from '../../../../core/errors/problem.js';
import { addDays, type IsoDate, isIsoDate } from '../../../../core/time/dates.js';

/** How many days ahead a payoff can be quoted. */
export const MOST_DAYS_AHEAD = 30;

/**
 * The day of the requested payoff; defaults to today.
 *
 * @throws {Problem} `validation_failed` for a text that is no date, and for a day outside today and 30 days ahead.
 */
export function payoffDay(on: string | null | undefined, today: IsoDate): IsoDate {
  if (on === null || on === undefined) return today;
  const last = addDays(today, MOST_DAYS_AHEAD);
  if (isIsoDate(on) && on >= today && on <= last) return on;
  const error = `a payoff can be quoted for ${today} to ${last}`;
  throw invalid([
    { loc: ['query', 'on'], msg: `Value error, ${error}`, type: 'value_error', input: on, ctx: { error } },
  ]);
}
