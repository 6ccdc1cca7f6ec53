import { day, instant } from '../../format/dates';
import { dollars, plural } from '../../format/money';
import { statusText } from '../../format/statuses';

/** Details that the worker stores for its own use, or that are a link on the page. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['accountId', 'runId', 'eventSequence']);

const NAMES: Readonly<Record<string, string>> = {
  amountCents: 'Amount',
  leastCents: 'Smallest charge',
  attemptId: 'Attempt',
  campaign_id: 'Campaign',
  possibleDuplicateOf: 'Other run',
  dispute: 'Dispute at the processor',
  charge: 'Charge at the processor',
};

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** The facts of an exception. Each is read as its kind's sentence needs it; the rest is shown below the sentence. */
export class ExceptionFacts {
  readonly #detail: ReadonlyMap<string, unknown>;
  readonly #read = new Set<string>();
  readonly #timeZone: string;

  constructor(detail: object, timeZone: string) {
    this.#detail = new Map(Object.entries(detail));
    this.#timeZone = timeZone;
  }

  text(name: string): string | undefined {
    const value = this.#value(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  amount(name: string): string | undefined {
    const value = this.#value(name);
    return typeof value === 'number' ? dollars(value) : undefined;
  }

  /** `2 borrowers`. */
  count(name: string, thing: string): string | undefined {
    const value = this.#value(name);
    return typeof value === 'number' ? plural(value, thing) : undefined;
  }

  day(name: string): string | undefined {
    const on = this.text(name);
    return on === undefined || !IS_DAY.test(on) ? on : day(on);
  }

  instant(name: string): string | undefined {
    const at = this.text(name);
    return at === undefined || !IS_INSTANT.test(at) ? at : instant(at, this.#timeZone);
  }

  /** The number under which the loan system has the posting: `, reference 88118`. */
  reference(): string {
    const value = this.#value('referenceNumber');
    return typeof value === 'number' ? `, reference ${value}` : '';
  }

  /** What the sentence does not mention, as text. */
  rest(): readonly Fact[] {
    return [...this.#detail]
      .filter(([name, value]) => !this.#read.has(name) && !NOT_SHOWN.has(name) && value !== null && value !== '')
      .map(([name, value]) => ({
        name: NAMES[name] ?? statusText(name.replace(/Cents$/, '')),
        value: shown(name, value, this.#timeZone),
      }));
  }

  #value(name: string): unknown {
    this.#read.add(name);
    return this.#detail.get(name);
  }
}

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;
const IS_INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function shown(name: string, value: unknown, timeZone: string): string {
  if (typeof value === 'number') return name.endsWith('Cents') ? dollars(value) : String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (IS_DAY.test(value)) return day(value);
  return IS_INSTANT.test(value) ? instant(value, timeZone) : value;
}
