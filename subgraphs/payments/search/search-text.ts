import { idInText } from '../../../core/ids/ids.js';

/** What a search text may name; a text often may name several things. */
export interface NamedInText {
  readonly id: string | undefined;
  /** The whole text, for references. */
  readonly reference: string;
  /** A receipt's reference number, or a check's number. */
  readonly number: number | undefined;
  readonly cents: number | undefined;
  /** Last four digits of a card or a bank account, with the rest of the text: a name, an amount or a loan's number. */
  readonly instrument: InstrumentInText | undefined;
}

interface InstrumentInText {
  readonly lastFour: string;
  readonly rest: string;
  readonly cents: number | null;
}

const NUMBER = /^#?\s?(\d{1,15})$/;
const AMOUNT = /^\$?\s?(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{2}))?$/;
/** Alone or after the signs that hide the other digits: 4242, *4242, xx4242, ••4242. */
const LAST_FOUR = /^[*•xX.]*(\d{4})$/;

/** Finds what a text may name. Four digits are an instrument only beside another word: alone they fit too many. */
export function namedIn(text: string): NamedInText {
  const reference = text.trim();
  const [, digits] = NUMBER.exec(reference) ?? [];
  return {
    id: idInText(reference),
    reference,
    number: digits === undefined ? undefined : Number(digits),
    cents: centsIn(reference),
    instrument: instrumentIn(reference.split(/\s+/)),
  };
}

/** Dollars, with or without cents: `$1,234.50`, `1234.50` and `1234`. */
function centsIn(text: string): number | undefined {
  const [, dollars, cents = '00'] = AMOUNT.exec(text) ?? [];
  return dollars === undefined ? undefined : Number(dollars.replaceAll(',', '') + cents);
}

/** The last word of four digits counts: `4242 1500` means 1500, `Smith 4242` and `4242 Smith` mean 4242. */
function instrumentIn(words: readonly string[]): InstrumentInText | undefined {
  if (words.length < 2) return undefined;
  const at = words.findLastIndex((word) => LAST_FOUR.test(word));
  const [, lastFour] = LAST_FOUR.exec(words[at] ?? '') ?? [];
  if (lastFour === undefined) return undefined;
  const rest = words.filter((_, index) => index !== at).join(' ');
  return { lastFour, rest, cents: centsIn(rest) ?? null };
}
