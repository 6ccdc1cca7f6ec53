import { z } from 'zod';
import { Problem } from '../errors/problem.js';
import { type IsoDate, isIsoDate } from '../time/dates.js';

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

/** The same as instants in UTC, `before` exclusive: for lists whose rows have only a creation time. */
export function instants({ from, to }: DateRange): { readonly createdFrom: string; readonly createdBefore: string } {
  return { createdFrom: from ?? '-infinity', createdBefore: to === null ? 'infinity' : `${to} 24:00:00` };
}

function existing(text: string | null | undefined): IsoDate | null {
  if (text === undefined || text === null) return null;
  if (!isIsoDate(text)) throw new Problem('invalid_date_range');
  return text;
}
