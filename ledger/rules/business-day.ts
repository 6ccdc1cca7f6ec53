import { allForYear } from '@18f/us-federal-holidays';
import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { addDays, type IsoDate, type IsoInstant, isoInstant } from '../../core/time/dates.js';
import { SERVICING_ZONE, servicingDate } from '../../core/time/servicing-day.js';

const HOUR_MS = 3_600_000;

/** The last result, cached: New York is whole hours from UTC, so within one UTC hour it has one date. */
let latest: { readonly hour: number; readonly date: IsoDate; readonly businessDay: IsoDate } | undefined;

/** The day on which money received at `instant` is applied: the New York date, or the next business day. */
export function businessDayOf(instant: Temporal.Instant): IsoDate {
  return daysOf(instant).businessDay;
}

/** The New York date of `instant`, on which money was received; not rolled forward. */
export function dayOfReceipt(instant: Temporal.Instant): IsoDate {
  return daysOf(instant).date;
}

function daysOf(instant: Temporal.Instant): NonNullable<typeof latest> {
  const hour = Math.floor(instant.epochMilliseconds / HOUR_MS);
  if (latest?.hour !== hour) {
    const date = servicingDate(instant);
    latest = { hour, date, businessDay: rollForward(date) };
  }
  return latest;
}

/** The longest weekend, with the holidays around it. */
const MOST_DAYS_OFF = 10;

/**
 * `date` itself if it is a business day, otherwise the next one. @throws {RangeError} beyond the year 9999, the last
 * one supported
 */
export function rollForward(date: IsoDate): IsoDate {
  let day = date;
  for (let passed = 0; passed < MOST_DAYS_OFF; passed += 1) {
    if (isBusinessDay(day)) return day;
    day = addDays(day, 1);
  }
  throw new RangeError(`no business day follows ${date}`);
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
  const known = businessDays.get(date);
  if (known !== undefined) return known;
  const isWeekend = [SATURDAY, SUNDAY].includes(new Date(date).getUTCDay());
  const found = !isWeekend && !holidaysOf(Number(date.slice(0, 4))).has(date);
  businessDays.set(date, found);
  return found;
}

/** A day-end asks for the same few days once for every loan. */
const businessDays = new LRUCache<IsoDate, boolean>({ max: 5_000 });

const SATURDAY = 6;
const SUNDAY = 0;

/** The instant at which a servicing date ends: midnight in New York. */
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
