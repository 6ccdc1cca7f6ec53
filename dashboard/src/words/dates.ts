const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const INSTANT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** A calendar day, `YYYY-MM-DD`, as people write it. A day has no zone: it is read and written in one. */
export function day(on: string): string {
  return DAY.format(new Date(`${on}T00:00:00Z`));
}

export function shortDay(on: string): string {
  return SHORT_DAY.format(new Date(`${on}T00:00:00Z`));
}

/** An instant in the zone of whoever looks. */
export function instant(at: string): string {
  return INSTANT.format(new Date(at));
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

/** Today where the lender is, as `YYYY-MM-DD`. */
export function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
}
