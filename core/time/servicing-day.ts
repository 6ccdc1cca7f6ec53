import type { Temporal } from 'temporal-polyfill';
import { type IsoDate, isoDate } from './dates.js';

/** The time zone of the servicing day. */
export const SERVICING_ZONE = 'America/New_York';

/** The calendar date of an instant in a time zone. */
export function dateIn(zone: string, instant: Temporal.Instant): IsoDate {
  return isoDate(instant.toZonedDateTimeISO(zone).toPlainDate());
}

/** The calendar date of an instant in the servicing zone; not rolled forward to a business day. */
export function servicingDate(instant: Temporal.Instant): IsoDate {
  return dateIn(SERVICING_ZONE, instant);
}
