import { Temporal } from 'temporal-polyfill';

/** A calendar date, `YYYY-MM-DD`, without a time zone. */
export type IsoDate = string & { readonly __unit: 'date' };

/** An instant in UTC, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
export type IsoInstant = string & { readonly __unit: 'instant' };

export function isoDate(date: Temporal.PlainDate): IsoDate {
  return date.toString() as IsoDate;
}

export function isoInstant(instant: Temporal.Instant): IsoInstant {
  return instant.toString({ fractionalSecondDigits: 3 }) as IsoInstant;
}

/** The date `days` calendar days later (earlier, when negative). */
export function addDays(date: IsoDate, days: number): IsoDate {
  return isoDate(Temporal.PlainDate.from(date).add({ days }));
}

/** Calendar days from one date to a later one; negative when it is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Temporal.PlainDate.from(from).until(to).days;
}
