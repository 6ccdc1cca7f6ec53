import { doubled, isLengthOfABrand, LONGEST, SHORTEST } from './card-number.js';

/** Digits with only gaps between them, at least as many as the shortest card number. */
interface DigitRun {
  /** In UTF-16 units of the text, from the first digit to just past the last. */
  readonly from: number;
  readonly to: number;
}

/** Some whole groups of a run whose digits could be a card number. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Digits. */
  readonly length: number;
  /** A bit for each digit, the last digit being the lowest bit: whether a group starts there. */
  readonly groups: number;
  readonly run: DigitRun;
}

/** Counts the characters that are read, so that a test can check that the work is linear in the text. */
export interface Steps {
  count: number;
}

/** The longest gap between two groups of one number: three characters that are neither letters nor digits. */
const LONGEST_GAP = 3;

/** The runs of a text with ASCII digits, from left to right. */
export function* runsIn(plain: string, steps?: Steps): Generator<DigitRun, void> {
  let at = 0;
  while (at < plain.length) {
    if (!isDigit(plain.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const from = at;
    let [to, digits, gap] = [at, 0, 0];
    for (; at < plain.length && gap <= LONGEST_GAP; at += 1) {
      const code = plain.charCodeAt(at);
      if (isDigit(code)) {
        [to, digits, gap] = [at + 1, digits + 1, 0];
      } else if (isWord(plain, at, code)) break;
      else if (!isLowSurrogate(code)) gap += 1;
    }
    if (digits >= SHORTEST) yield { from, to };
  }
  if (steps !== undefined) steps.count += plain.length;
}

/**
 * The card numbers of a run, from left to right, without overlaps: whole groups with a brand's prefix and length and
 * a correct check digit. Whatever the grouping, each digit is read once, and the end of each group is checked against
 * seven starts; running sums give the check digit.
 */
export function* numbersOf(
  plain: string,
  run: DigitRun,
  isNumber: (stretch: Stretch) => boolean,
  steps?: Steps,
): Generator<Stretch, void> {
  const digits = new Uint8Array(KEPT);
  const places = new Uint32Array(KEPT);
  /** Sums over all digits before a position: one with the even places doubled, one with the odd places doubled. */
  const sums = [new Uint32Array(KEPT), new Uint32Array(KEPT)] as const;
  let [count, groups, least] = [0, 0, 0];
  /** Like `groups`, but only where some brand's number could start. */
  let beginnings = 0;
  let [even, odd] = [0, 0];
  let isWithinGroup = false;
  for (let at = run.from; at < run.to; at += 1) {
    const digit = plain.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) {
      isWithinGroup = false;
      continue;
    }
    const slot = count & (KEPT - 1);
    digits[slot] = digit;
    places[slot] = at;
    sums[0][slot] = even;
    sums[1][slot] = odd;
    even += count % 2 === 0 ? doubled(digit) : digit;
    odd += count % 2 === 0 ? digit : doubled(digit);
    groups = (groups << 1) | (isWithinGroup ? 0 : 1);
    beginnings = (beginnings << 1) | (isWithinGroup || digit < LEAST_LEAD || digit > MOST_LEAD ? 0 : 1);
    isWithinGroup = true;
    count += 1;
    if (steps !== undefined) steps.count += 1;
    if (beginnings >>> (SHORTEST - 1) === 0 || (at + 1 < run.to && isDigit(plain.charCodeAt(at + 1)))) continue;

    // The last digit is not doubled, nor is every second digit before it.
    const [total, before] = count % 2 === 0 ? [even, sums[0]] : [odd, sums[1]];
    for (let length = SHORTEST; length <= LONGEST && count - length >= least; length += 1) {
      if (steps !== undefined) steps.count += 1;
      if (((beginnings >>> (length - 1)) & 1) === 0) continue;
      const first = (count - length) & (KEPT - 1);
      if (!isLengthOfABrand(prefixAt(digits, first), length) || (total - (before[first] ?? 0)) % 10 !== 0) continue;
      const stretch = { from: places[first] ?? 0, to: at + 1, length, groups, run };
      if (!isNumber(stretch)) continue;
      yield stretch;
      least = count;
      break;
    }
  }
}

/** The number of digits in the first group of a card number. */
const [LEAST_LEAD, MOST_LEAD] = [2, 6];

/** A power of two, larger than the number of digits in a card number. */
const KEPT = 32;

function prefixAt(digits: Uint8Array, first: number): number {
  const digit = (n: number) => digits[(first + n) & (KEPT - 1)] ?? 0;
  return 1000 * digit(0) + 100 * digit(1) + 10 * digit(2) + digit(3);
}

const ZERO = 0x30;

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= 0x39;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Whether there is a letter or a non-decimal number at this position. */
function isWord(plain: string, at: number, code: number): boolean {
  if (code < 0x80) return isAsciiLetter(code);
  return WORD.test(String.fromCodePoint(plain.codePointAt(at) ?? 0));
}

const WORD = /[\p{L}\p{N}]/u;

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}
