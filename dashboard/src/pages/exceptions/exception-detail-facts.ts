import { day, instant } from '../../format/dates';
import { dollars } from '../../format/money';
import { shownStatus, statusText } from '../../format/statuses';

/** Details that the worker stores for its own use, or that the page shows elsewhere. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['accountId', 'eventSequence']);

const NAMES: Readonly<Record<string, string>> = {
  amountCents: 'Amount',
  leastCents: 'Smallest charge',
  dueOn: 'Due',
  possibleDuplicateOf: 'Other run',
  otherStatus: 'The other run',
};

interface Fact {
  readonly name: string;
  readonly value: string;
}

/** The details, formatted for display: amounts in dollars, dates and times as on every page. */
export function factsOf(detail: object, timeZone: string): readonly Fact[] {
  return Object.entries<unknown>({ ...detail })
    .filter(([name]) => !NOT_SHOWN.has(name))
    .map(([name, value]) => ({
      name: NAMES[name] ?? statusText(name.replace(/Cents$/, '')),
      value: shown(name, value, timeZone),
    }));
}

function shown(name: string, value: unknown, timeZone: string): string {
  if (typeof value === 'number') return name.endsWith('Cents') ? dollars(value) : String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (name === 'otherStatus') return shownStatus('run', value).text;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return day(value);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? instant(value, timeZone) : value;
}
