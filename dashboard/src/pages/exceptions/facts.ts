import { day, instant } from '../../format/dates';
import { dollars } from '../../format/money';
import { shownStatus, statusText } from '../../format/statuses';

/** What the worker keeps with an exception for itself, or what the page shows beside it. */
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

/** What was found, in the words of the dashboard: amounts in dollars, days and instants as everywhere. */
export function factsOf(detail: object): readonly Fact[] {
  return Object.entries<unknown>({ ...detail })
    .filter(([name]) => !NOT_SHOWN.has(name))
    .map(([name, value]) => ({
      name: NAMES[name] ?? statusText(name.replace(/Cents$/, '')),
      value: shown(name, value),
    }));
}

function shown(name: string, value: unknown): string {
  if (typeof value === 'number') return name.endsWith('Cents') ? dollars(value) : String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (name === 'otherStatus') return shownStatus('run', value).text;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return day(value);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? instant(value) : value;
}
