const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** Formats a calendar day, `YYYY-MM-DD`. A day has no time zone: it is parsed and formatted in UTC. */
export function day(on: string): string {
  return DAY.format(new Date(`${on}T00:00:00Z`));
}

export function shortDay(on: string): string {
  return SHORT_DAY.format(new Date(`${on}T00:00:00Z`));
}

const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const SHORT_DATE = { month: 'short', day: 'numeric' } as const;
const DATE = { ...SHORT_DATE, year: 'numeric' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes long, and a list shows hundreds of instants. */
function formatIn(timeZone: string, name: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...parts, timeZone });
  formats.set(key, known);
  return known;
}

/** An instant in a time zone: `Nov 17, 2026, 10:41 PM`. */
export function instant(at: string, timeZone: string): string {
  return formatIn(timeZone, 'full', { ...DATE, ...TIME }).format(new Date(at));
}

/** A recent instant: `Nov 17, 10:41 PM`. */
export function shortInstant(at: string, timeZone: string): string {
  return formatIn(timeZone, 'short', { ...SHORT_DATE, ...TIME }).format(new Date(at));
}

/** The day of an instant in a time zone: `Nov 17, 2026`. */
export function dayOfInstant(at: string, timeZone: string): string {
  return formatIn(timeZone, 'day', DATE).format(new Date(at));
}

/** `Nov 17`. */
export function shortDayOfInstant(at: string, timeZone: string): string {
  return formatIn(timeZone, 'short day', SHORT_DATE).format(new Date(at));
}

/** `3 hours ago`, `in 2 days`. */
export function ago(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return Math.abs(seconds) < 45 ? 'just now' : RELATIVE.format(Math.round(seconds / size), unit);
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Today's date in a time zone, as `YYYY-MM-DD`. */
export function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
}

/** The day a number of days before another. */
export function daysBefore(on: string, days: number): string {
  const at = new Date(`${on}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}

/** The number of days from one day to another; negative if the second is earlier. */
export function daysApart(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Month labels of a chart: `Oct`; the first one, and each January, with its year: `Jan ’26`. */
export function monthTick(on: string, at: number): string {
  return at === 0 || on.slice(5, 7) === '01' ? monthAndYear(on) : MONTH.format(new Date(`${on}T00:00:00Z`));
}

const MONTH_AND_YEAR = new Intl.DateTimeFormat('en-US', { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** A month with its year: `Oct 26`. */
export function monthAndYear(on: string): string {
  return MONTH_AND_YEAR.format(new Date(`${on}T00:00:00Z`)).replace(' ', ' ’');
}

/** The last day of the month before a day's month. */
export function endOfMonthBefore(on: string): string {
  return daysBefore(`${on.slice(0, 7)}-01`, 1);
}

/** Every day from one to another, both included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let on = to; on >= from; on = daysBefore(on, 1)) days.unshift(on);
  return days;
}

const MONTHS = 12;

/** The twelve whole months up to and including a day's month. */
export function lastMonths(on: string): readonly { readonly from: string; readonly to: string }[] {
  const [year = 0, month = 1] = on.split('-').map(Number);
  const first = (back: number) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
  return Array.from({ length: MONTHS }, (_, at) => {
    const back = MONTHS - 1 - at;
    return { from: first(back), to: daysBefore(first(back - 1), 1) };
  });
}
