import { Temporal } from 'temporal-polyfill';
import type { Clock } from '../../../../core/time/clock.js';
import { addDays, type IsoDate, type IsoInstant, isoInstant } from '../../../../core/time/dates.js';
import { SERVICING_ZONE, servicingDate } from '../../../../core/time/servicing-day.js';
import { nextBusinessDay, previousBusinessDay } from '../../../../ledger/rules/business-day.js';

/** The last business day that is over by a clock. The tie-out determines the current day only here. */
export function lastDayOver(clock: Clock): IsoDate {
  return previousBusinessDay(servicingDate(clock.now()));
}

/** At most this many days without a comparison are caught up. */
const MOST_DAYS = 31;

/** Business days still to be compared, oldest first; without an earlier comparison, only the last one. */
export function daysToCompare(latest: IsoDate | null, through: IsoDate): readonly IsoDate[] {
  if (latest === null) return [through];
  const days: IsoDate[] = [];
  for (let day = nextBusinessDay(latest); day <= through; day = nextBusinessDay(day)) days.push(day);
  return days.slice(-MOST_DAYS);
}

/** A business day's comparison includes the non-business days before it. */
export function firstDayOf(businessDay: IsoDate): IsoDate {
  return addDays(previousBusinessDay(businessDay), 1);
}

/** From the start of one calendar day to the end of another, where loans are serviced. */
export function wholeDays(first: IsoDate, last: IsoDate): { readonly from: IsoInstant; readonly to: IsoInstant } {
  return { from: startOf(first), to: startOf(addDays(last, 1)) };
}

/** When a calendar day begins where loans are serviced. */
export function startOf(day: IsoDate): IsoInstant {
  return isoInstant(Temporal.PlainDate.from(day).toZonedDateTime(SERVICING_ZONE).toInstant());
}
