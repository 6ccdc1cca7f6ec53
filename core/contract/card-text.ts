import { isOfABrand, LONGEST, luhnSum, SHORTEST } from './card-number.js';

/**
 * Whether a text holds a card's number with a sign that it is one: it is grouped as on a card, or stands beside a word such as
 * card, pan or visa. Digits alone are no sign: of serial numbers and references as long, one in some dozens could be a card's.
 */
export function holdsCardNumber(text: string): boolean {
  return !numbersIn(text, hasSign).next().done;
}

/** Whether digits that could be a card's number stand by themselves in a text, or with a sign: nothing for a log. */
export function mayHoldCardNumber(text: string): boolean {
  return !numbersIn(text, standsOut).next().done;
}

/** Whether some groups of digits in a text, whatever stands between them, could be a card's number. Under a name that says so. */
export function isCardNumberWithin(text: string): boolean {
  return !numbersIn(text, () => true).next().done;
}

const MASK = '[card number]';

/** The text without what might be a card's number; the same text where there is none. */
export function withoutCardNumbers(text: string): string {
  const plain = plainOf(text);
  let masked = '';
  let end = 0;
  for (const stretch of numbersIn(text, standsOut)) {
    const { from, to } = placeOf(stretch);
    masked += plain.slice(end, from) + MASK;
    end = to;
  }
  return end === 0 ? text : masked + plain.slice(end);
}

interface Group {
  readonly digits: string;
  readonly index: number;
}

/** Some whole groups of a run, in the text that they stand in. */
interface Stretch {
  readonly plain: string;
  /** All groups that nothing but gaps stands between. */
  readonly run: readonly Group[];
  readonly first: number;
  readonly last: number;
}

/** What may stand between two groups of one number: at most three characters that are neither letters nor digits. */
const GAP = /^[^\p{L}\p{N}]{1,3}$/u;
/** In UTF-16 units: what is longer is no gap, and is not read. */
const LONGEST_GAP = 6;
const LETTER = /\p{L}/u;

/** The numbers of a text, from left to right, none within another. The work grows with the text and no faster. */
function* numbersIn(text: string, isNumber: (stretch: Stretch) => boolean): Generator<Stretch, void> {
  if (text.length < SHORTEST) return;
  const plain = plainOf(text);
  let run: Group[] = [];
  for (const { 0: digits, index } of plain.matchAll(/\d+/g)) {
    if (run.length > 0 && !isJoined(plain, run, index)) {
      yield* numbersOf(plain, run, isNumber);
      run = [];
    }
    run.push({ digits, index });
  }
  yield* numbersOf(plain, run, isNumber);
}

/** Digits of any script as ASCII's; full-width ones and spaces of any width are what they look like. */
function plainOf(text: string): string {
  return text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, asciiDigit);
}

/** Unicode has the digits of a script in one row, zero first; rows of several may follow each other. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function isJoined(plain: string, run: readonly Group[], index: number): boolean {
  const end = endOf(run.at(-1));
  return index - end <= LONGEST_GAP && GAP.test(plain.slice(end, index));
}

function endOf(group: Group | undefined): number {
  return group === undefined ? 0 : group.index + group.digits.length;
}

/** Each group is looked at with the few before it that fit into a number. */
function* numbersOf(
  plain: string,
  run: readonly Group[],
  isNumber: (stretch: Stretch) => boolean,
): Generator<Stretch, void> {
  let least = 0;
  for (let last = 0; last < run.length; last += 1) {
    const found = endingAt({ plain, run, first: least, last }, isNumber);
    if (found === undefined) continue;
    yield found;
    least = last + 1;
  }
}

/** From the last group backwards, as the check digit is reckoned: one sum serves every stretch that ends there. */
function endingAt(whole: Stretch, isNumber: (stretch: Stretch) => boolean): Stretch | undefined {
  let [length, sum] = [0, 0];
  for (let first = whole.last; first >= whole.first; first -= 1) {
    const digits = whole.run[first]?.digits ?? '';
    if (length + digits.length > LONGEST) return undefined;
    sum += luhnSum(digits, length);
    length += digits.length;
    if (length < SHORTEST || sum % 10 !== 0) continue;
    const stretch = { ...whole, first };
    if (isOfABrand(digitsOf(stretch)) && isNumber(stretch)) return stretch;
  }
  return undefined;
}

function groupsOf({ run, first, last }: Stretch): readonly Group[] {
  return run.slice(first, last + 1);
}

function digitsOf(stretch: Stretch): string {
  return groupsOf(stretch)
    .map(({ digits }) => digits)
    .join('');
}

function placeOf({ run, first, last }: Stretch): { readonly from: number; readonly to: number } {
  return { from: run[first]?.index ?? 0, to: endOf(run[last]) };
}

function hasSign(stretch: Stretch): boolean {
  return isGrouped(stretch) || isNamed(stretch);
}

function standsOut(stretch: Stretch): boolean {
  return (stretch.first === stretch.last && !isGlued(stretch)) || hasSign(stretch);
}

/** As brands print their numbers. */
const GROUPINGS: ReadonlySet<string> = new Set(['4-4-4-4', '4-4-4-4-3', '4-6-5', '4-6-4']);

/** Not where it is part of something longer: five groups of four, an IBAN, a UUID. */
function isGrouped(stretch: Stretch): boolean {
  const { plain, run, first, last } = stretch;
  const sizes = groupsOf(stretch).map(({ digits }) => digits.length);
  if (!GROUPINGS.has(sizes.join('-')) || isGlued(stretch)) return false;
  if (run[first - 1]?.digits.length === 4 || run[last + 1]?.digits.length === 4) return false;
  return !LETTER.test(plain.charAt((run[0]?.index ?? 0) - 1));
}

/** Whether a letter stands right before it or behind it. */
function isGlued(stretch: Stretch): boolean {
  const { from, to } = placeOf(stretch);
  return LETTER.test(stretch.plain.charAt(from - 1)) || LETTER.test(stretch.plain.charAt(to));
}

const WORD =
  '(?:(?:credit|debit|bank|payment)?[ _-]?cards?[ _-]?(?:number|num|nr|no)?|pan|ccn?|visa|master[ ]?card|amex|american express|discover|diners(?: club)?|jcb|unionpay|maestro)';
const BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])${WORD}(?!\\p{L})(?:[^\\p{L}\\p{N}.!?;]+(?:number|num|nr|no|is|was|used|ending|in|with)\\.?)*[^\\p{L}\\p{N}.!?;]*$`,
  'iu',
);
/** An expiry date may stand between. */
const BEHIND = new RegExp(
  `^(?:[^\\p{L}\\p{N}]{0,3}\\d{1,2} ?[/-] ?\\d{2,4}(?!\\d))?[^\\p{L}\\p{N}.!?;]{0,3}(?:${WORD}|exp|cv[cv]2?)(?!\\p{L})`,
  'iu',
);
/** How far from a number its name may stand, in UTF-16 units. */
const BESIDE = 40;

function isNamed(stretch: Stretch): boolean {
  const { from, to } = placeOf(stretch);
  const { plain } = stretch;
  return BEFORE.test(plain.slice(Math.max(0, from - BESIDE), from)) || BEHIND.test(plain.slice(to, to + BESIDE));
}
