import { SHORTEST } from './card-number.js';
import { isDigit, numbersOf, runsIn, type Steps, type Stretch } from './digit-runs.js';
import { asWritten, plainDigits } from './plain-digits.js';

/**
 * Whether a text holds a card number with a sign that it is one: it is grouped as on a card, or is next to a word
 * such as card, pan or visa. Digits alone are no sign: of serial numbers and references of that length, one in a few
 * dozen could be a card number.
 */
export function holdsCardNumber(text: string, steps?: Steps): boolean {
  return isIn(text, hasSign, steps);
}

/** Whether a text holds digits that could be a card number, separate or with a sign: such a text must not be logged. */
export function mayHoldCardNumber(text: string, steps?: Steps): boolean {
  return isIn(text, standsOut, steps);
}

/**
 * Whether some groups of digits in a text, with any separators, could be a card number. For fields whose name already
 * suggests a card.
 */
export function isCardNumberWithin(text: string, steps?: Steps): boolean {
  return isIn(text, () => () => true, steps);
}

/** Whether a text has enough digits for a card number, close enough together. */
export function hasDigitsEnough(text: string): boolean {
  const plain = plainDigits(text, SHORTEST);
  return plain !== undefined && !runsIn(plain).next().done;
}

/** The text without anything that might be a card number; unchanged if there is none. */
export function withoutCardNumbers(text: string, steps?: Steps): string {
  return masked(text, standsOut, steps);
}

/** The text without the numbers that have a sign: for fields that must not become empty. */
export function withoutSignedCardNumbers(text: string): string {
  return masked(text, hasSign);
}

/** The replacement for a card number. */
export const cardMask = '[card number]';

/** The text around a number stays unchanged. */
function masked(text: string, rule: Rule, steps?: Steps): string {
  const found = [...numbersIn(text, rule, steps)];
  const [first] = found;
  if (first === undefined) return text;
  const written = first.plain === text ? (from: number, to: number) => text.slice(from, to) : asWritten(text);
  let masked = '';
  let end = 0;
  for (const { from, to } of found) {
    masked += written(end, from) + cardMask;
    end = to;
  }
  return masked + written(end, first.plain.length);
}

function isIn(text: string, rule: Rule, steps?: Steps): boolean {
  return !numbersIn(text, rule, steps).next().done;
}

/** Decides whether a candidate counts as a card number, in a text with ASCII digits. */
type Rule = (plain: string) => (stretch: Stretch) => boolean;

interface FoundNumber {
  readonly plain: string;
  readonly from: number;
  readonly to: number;
}

/** The card numbers of a text, from left to right, without overlaps. Linear in the length of the text. */
function* numbersIn(text: string, rule: Rule, steps?: Steps): Generator<FoundNumber, void> {
  const plain = plainDigits(text, SHORTEST);
  if (plain === undefined) return;
  const isNumber = rule(plain);
  for (const run of runsIn(plain, steps)) {
    for (const { from, to } of numbersOf(plain, run, isNumber, steps)) yield { plain, from, to };
  }
}

function hasSign(plain: string): (stretch: Stretch) => boolean {
  const isNamed = namedIn(plain);
  return (stretch) => isGrouped(plain, stretch) || isNamed(stretch);
}

function standsOut(plain: string): (stretch: Stretch) => boolean {
  const isSigned = hasSign(plain);
  return (stretch) => (isOneGroup(stretch) && !isGlued(plain, stretch)) || isSigned(stretch);
}

/**
 * Groupings as brands print them: 4-4-4-4, 4-4-4-4-3, 4-6-5, 4-6-4; by number of digits, with one bit for each
 * position where a group starts.
 */
const GROUPINGS: ReadonlyMap<number, number> = new Map([
  [16, 0b1000_1000_1000_1000],
  [19, 0b1000_1000_1000_1000_100],
  [15, 0b1000_100000_10000],
  [14, 0b1000_100000_1000],
]);

/** Not if it is part of something longer: five groups of four, an IBAN, a UUID. */
function isGrouped(plain: string, stretch: Stretch): boolean {
  const { length, groups, run } = stretch;
  if (groupsOf(stretch) !== GROUPINGS.get(length) || isGlued(plain, stretch)) return false;
  if (((groups >>> length) & 0b1111) === 0b1000 || isFollowedByFour(plain, stretch)) return false;
  return !LETTER.test(plain.charAt(run.from - 1));
}

function groupsOf({ length, groups }: Stretch): number {
  return groups & ((1 << length) - 1);
}

function isOneGroup(stretch: Stretch): boolean {
  return groupsOf(stretch) === 1 << (stretch.length - 1);
}

/** Whether the next group of the run has four digits. */
function isFollowedByFour(plain: string, { to, run }: Stretch): boolean {
  let first = to;
  while (first < run.to && !isDigit(plain.charCodeAt(first))) first += 1;
  let digits = 0;
  while (digits < 5 && isDigit(plain.charCodeAt(first + digits))) digits += 1;
  return digits === 4;
}

const LETTER = /\p{L}/u;

/** Whether a letter is directly before or after it. */
function isGlued(plain: string, { from, to }: Stretch): boolean {
  return LETTER.test(plain.charAt(from - 1)) || LETTER.test(plain.charAt(to));
}

const WORD =
  '(?:(?:credit|debit|bank|payment)?[ _-]?cards?[ _-]?(?:number|num|nr|no)?|pan|visa|master[ ]?card|amex|american express|discover|diners(?: club)?|jcb|unionpay|maestro)';
/** Directly next to a digit these are two hexadecimal digits, as in a UUID. */
const SHORT_WORD = 'ccn?';
const BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${WORD}(?!\\p{L})|${SHORT_WORD}(?=[^\\p{L}\\p{N}]))(?:[^\\p{L}\\p{N}.!?;]+(?:number|num|nr|no|is|was|used|ending|in|with)\\.?)*[^\\p{L}\\p{N}.!?;]*$`,
  'iu',
);
/** There may be an expiry date in between. */
const BEHIND = new RegExp(
  `^(?:[^\\p{L}\\p{N}]{0,3}\\d{1,2} ?[/-] ?\\d{2,4}(?!\\d))?[^\\p{L}\\p{N}.!?;]{0,3}(?:${WORD}(?![\\p{L}\\p{N}])|(?<!^)${SHORT_WORD}(?![\\p{L}\\p{N}])|(?:exp|cv[cv]2?)(?!\\p{L}))`,
  'iu',
);
/** The largest distance between a number and its name, in UTF-16 units. */
const BESIDE = 40;

/** An expiry date between a number and its name, with separators. */
const LONGEST_BETWEEN = 16;

/**
 * The text before a number is checked only at the start of its run, and the text after it only near the end of the
 * run: between other groups there are no words.
 */
function namedIn(plain: string): (stretch: Stretch) => boolean {
  let known = { run: -1, isNamed: false };
  return ({ from, to, run }) => {
    if (from === run.from && known.run !== from) {
      known = { run: from, isNamed: BEFORE.test(plain.slice(Math.max(0, from - BESIDE), from)) };
    }
    if (from === run.from && known.isNamed) return true;
    return run.to - to <= LONGEST_BETWEEN && BEHIND.test(plain.slice(to, to + BESIDE));
  };
}
