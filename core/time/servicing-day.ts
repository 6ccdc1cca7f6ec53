import type { Temporal } from 'temporal-polyfill';
import { type IsoDate, isoDate } from './dates.js';

/** The time zone of the servicing day. */
export const SERVICING_ZONE = 'America/New_York';

/** The calendar date of an instant in a time zone. */
export function dateIn(zone: string, instant: Temporal.Instant): IsoDate {
  return isoDate(instant.toZonedDateTimeISO(zone).toPlainDate());
}

const HOUR_MS = 3_600_000;

/** The last result, cached: New York is whole hours from UTC, so within one UTC hour it has one date. */
let latest: { readonly hour: number; readonly date: IsoDate } | undefined;

/** The calendar date of an instant in the servicing zone; not rolled forward to a business day. */
export function servicingDate(instant: Temporal.Instant): IsoDate {
  const hour = Math.floor(instant.epochMilliseconds / HOUR_MS);
  if (latest?.hour !== hour) latest = { hour, date: dateIn(SERVICING_ZONE, instant) };
  return latest.date;
}
