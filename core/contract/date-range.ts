import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { invalid, Problem } from '../errors/problem.js';
import { wrongValue } from '../errors/validation.js';
import { addDays, type IsoDate, isIsoDate } from '../time/dates.js';
import { timeZone } from './time-zone.js';

/** Both ends are inclusive, and either may be open. */
export interface DateRange {
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
}

/** A calendar date as a client sends it: `YYYY-MM-DD`, and a day that exists. */
export const isoDateText = z
  .string()
  .transform((text, context): IsoDate => {
    if (isIsoDate(text)) return text;
    context.issues.push({ code: 'invalid_format', format: 'date', input: text });
    return z.NEVER;
  })
  .meta({ format: 'date' });

/** The check that every API shares: GraphQL validates the form of dates, but not whether they exist or are in order. */
export function dateRange(from: string | null | undefined, to: string | null | undefined): DateRange {
  const range = { from: existing(from), to: existing(to) };
  if (range.from !== null && range.to !== null && range.to < range.from) throw new Problem('invalid_date_range');
  return range;
}

/**
 * The inclusive bounds of a sort key that is a date, or `-infinity` for rows without one. With neither end given
 * every row matches; with either, rows without a date do not.
 */
export function bounds({ from, to }: DateRange): { readonly least: string; readonly most: string } {
  const open = from === null && to === null;
  return { least: from ?? (open ? '-infinity' : '0001-01-01'), most: to ?? 'infinity' };
}

/** Beyond these days an instant in another zone has a year that Postgres does not read. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-02', '9999-12-30'];

/**
 * The same as instants, `before` exclusive: for lists whose rows have only a creation time. The days are those of
 * `zone`; without one, of UTC.
 *
 * @throws {Problem} `validation_failed` for a zone that is not in the IANA database
 */
export function instants(
  { from, to }: DateRange,
  zone?: string | null,
): { readonly createdFrom: string; readonly createdBefore: string } {
  if (zone === undefined || zone === null) {
    return { createdFrom: from ?? '-infinity', createdBefore: to === null ? 'infinity' : `${to} 24:00:00` };
  }
  if (!timeZone.safeParse(zone).success) {
    throw invalid([wrongValue('time_zone', 'time_zone is not a time zone of the IANA database', zone)]);
  }
  const startOf = (day: IsoDate) =>
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).toInstant().toString();
  return {
    createdFrom: from === null || from <= FIRST_DAY ? '-infinity' : startOf(from),
    createdBefore: to === null || to >= LAST_DAY ? 'infinity' : startOf(addDays(to, 1)),
  };
}

function existing(text: string | null | undefined): IsoDate | null {
  if (text === undefined || text === null) return null;
  if (!isIsoDate(text)) throw new Problem('invalid_date_range');
  return text;
}
