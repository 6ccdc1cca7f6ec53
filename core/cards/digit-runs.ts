import { doubled, isLengthOfABrand, LONGEST, SHORTEST } from './card-number.js';

/** Digits with nothing but gaps between them, as many as a number has at least. */
interface DigitRun {
  /** In UTF-16 units of the text, from the first digit to behind the last. */
  readonly from: number;
  readonly to: number;
}

/** Some whole groups of a run, whose digits could be the number of a card. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Digits. */
  readonly length: number;
  /** A bit for each digit up to the last, which is the lowest: whether a group begins with it. */
  readonly groups: number;
  readonly run: DigitRun;
}

/** Told of what is looked at, so that a test can hold the work to the length of a text. */
export interface Steps {
  count: number;
}

/** What may stand between two groups of one number: at most three characters that are neither letters nor digits. */
const LONGEST_GAP = 3;

/** The runs of a text whose digits are ASCII's, from left to right. */
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
 * The numbers of a run, from left to right, none within another: whole groups of it that have a brand's prefix and length and the
 * right check digit. However the groups lie, each digit is looked at once and each group's end against seven beginnings, of which
 * sums that run along tell the check digit.
 */
export function* numbersOf(
  plain: string,
  run: DigitRun,
  isNumber: (stretch: Stretch) => boolean,
  steps?: Steps,
): Generator<Stretch, void> {
  const digits = new Uint8Array(KEPT);
  const places = new Uint32Array(KEPT);
  /** Of all digits before one: those in even places doubled, and those in odd ones. */
  const sums = [new Uint32Array(KEPT), new Uint32Array(KEPT)] as const;
  let [count, groups, least] = [0, 0, 0];
  /** As `groups`, of those alone that some brand's number could begin with. */
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

    // The last digit is not doubled, so that those are which stand where it does not, by twos.
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

/** Digits that numbers of cards begin with. */
const [LEAST_LEAD, MOST_LEAD] = [2, 6];

/** A power of two, more than a number has digits. */
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

/** Whether a letter or a number of another kind stands there. */
function isWord(plain: string, at: number, code: number): boolean {
  if (code < 0x80) return isAsciiLetter(code);
  return WORD.test(String.fromCodePoint(plain.codePointAt(at) ?? 0));
}

const WORD = /[\p{L}\p{N}]/u;

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}
