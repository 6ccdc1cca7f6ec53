import { allForYear } from '@18f/us-federal-holidays';
import { Temporal } from 'temporal-polyfill';
import { addDays, isoDate, isoInstant, type IsoDate, type IsoInstant } from '../../../../core/dates.js';

const SERVICING_ZONE = 'America/New_York';

/** The day that money received at `instant` is applied on: the New York date, or the next business day (DESIGN 6). */
export function businessDayOf(instant: Temporal.Instant): IsoDate {
  return rollForward(isoDate(instant.toZonedDateTimeISO(SERVICING_ZONE).toPlainDate()));
}

/** `date` itself when it is a business day, otherwise the next one. */
export function rollForward(date: IsoDate): IsoDate {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

/** The business day after `date`. */
export function nextBusinessDay(date: IsoDate): IsoDate {
  return rollForward(addDays(date, 1));
}

/** The last business day before `date`. */
export function previousBusinessDay(date: IsoDate): IsoDate {
  let day = addDays(date, -1);
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return day;
}

export function isBusinessDay(date: IsoDate): boolean {
  return Temporal.PlainDate.from(date).dayOfWeek <= 5 && !holidaysOf(Number(date.slice(0, 4))).has(date);
}

/** The instant at which a servicing date is over: midnight in New York. */
export function endOfDay(date: IsoDate): IsoInstant {
  return isoInstant(Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(SERVICING_ZONE).toInstant());
}

const holidays = new Map<number, ReadonlySet<string>>();

/** US federal holidays as observed: Saturday's on Friday, Sunday's on Monday. */
function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidays.get(year);
  if (known !== undefined) return known;
  // New Year's Day on a Saturday is observed on 31 December of the year before.
  const observed = new Set([...allForYear(year), ...allForYear(year + 1)].map((holiday) => holiday.dateString));
  holidays.set(year, observed);
  return observed;
}
