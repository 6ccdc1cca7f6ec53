import type { CARD_BRANDS } from './collected-payment.js';

export type CardBrand = (typeof CARD_BRANDS)[number];

interface CardRange {
  readonly brand: CardBrand;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
  readonly cvcLength: number;
}

/** What each brand's numbers begin with, and how long they and their security codes are (ISO/IEC 7812; the networks' rules). */
const RANGES: readonly CardRange[] = [
  { brand: 'visa', prefix: /^4/, lengths: [13, 16, 19], cvcLength: 3 },
  { brand: 'mastercard', prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16], cvcLength: 3 },
  { brand: 'amex', prefix: /^3[47]/, lengths: [15], cvcLength: 4 },
  { brand: 'discover', prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19], cvcLength: 3 },
  { brand: 'diners', prefix: /^(?:30[0-5]|3095|36|38|39)/, lengths: [14, 15, 16, 17, 18, 19], cvcLength: 3 },
];

/** The range that a number begins in, whatever its length; undefined for brands that we do not take. */
export function cardRange(digits: string): CardRange | undefined {
  return RANGES.find(({ prefix }) => prefix.test(digits));
}

/** The check digit of ISO/IEC 7812-1, annex B (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let n = 0; n < digits.length; n += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - n) - ZERO;
    const doubled = n % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const ZERO = '0'.charCodeAt(0);
const [SHORTEST, LONGEST] = [13, 19];

/** Whether digits could be a card's number: 13 to 19 of them, with the right check digit. */
export function couldBeCardNumber(digits: string): boolean {
  return digits.length >= SHORTEST && digits.length <= LONGEST && passesLuhn(digits);
}

/** Cards of whatever brand begin so; timestamps and most counters do not. */
const ISSUED = /^(?:[3-6]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/;

/** Whether digits could have been issued: brands that we know have lengths of their own. */
function couldBeIssued(digits: string): boolean {
  const range = cardRange(digits);
  return (
    couldBeCardNumber(digits) && (range === undefined ? ISSUED.test(digits) : range.lengths.includes(digits.length))
  );
}

/**
 * Whether a card's number stands somewhere in a text, in one piece or in groups such as people write: of one size, or of four
 * and more. Dates, times and telephone numbers that happen to meet are in other groups.
 */
export function holdsCardNumber(text: string): boolean {
  return stretchesOf(text).some((groups) => areOfOneKind(groups) && couldBeIssued(groups.join('')));
}

/**
 * As `holdsCardNumber`, for names that machines make: a number that stands by itself, in one piece or grouped as on a card.
 * Digits that happen to meet in a UUID, a ULID or a digest are none.
 */
export function namesCardNumber(name: string): boolean {
  return (name.match(STANDING_ALONE) ?? []).some((run) => couldBeIssued(run.replace(/[^0-9]/g, '')));
}

const STANDING_ALONE = new RegExp(
  [
    /(?<![A-Za-z0-9])\d{13,19}(?![A-Za-z0-9])/,
    /(?<![A-Za-z0-9]|\d[ ._:-])(?:\d{4}(?:[ ._:-]\d{4}){3}|\d{4}[ ._:-]\d{6}[ ._:-]\d{5})(?![A-Za-z0-9]|[ ._:-]\d)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** As `holdsCardNumber`, for a text that is called a card number: whoever issued it, and however it is grouped. */
export function looksLikeCardNumber(text: string): boolean {
  return stretchesOf(text).some((groups) => couldBeCardNumber(groups.join('')));
}

/** Groups of digits with at most three characters between them that are neither letters nor digits. */
const RUN = /\d+(?:[^\p{L}\p{N}]{1,3}\d+)*/gu;

/** Every stretch of whole groups that is as long as a card's number: an expiry date may follow one. */
function stretchesOf(text: string): readonly (readonly string[])[] {
  if (text.length < SHORTEST) return [];
  // Full-width digits are digits, and a space of any width is one.
  return (text.normalize('NFKC').match(RUN) ?? []).flatMap((run) => stretches(run.split(/[^0-9]+/)));
}

function stretches(groups: readonly string[]): readonly (readonly string[])[] {
  return groups.flatMap((_, from) => {
    const found: string[][] = [];
    let length = 0;
    for (let to = from; to < groups.length && length <= LONGEST; to += 1) {
      length += groups[to]?.length ?? 0;
      if (length >= SHORTEST && length <= LONGEST) found.push(groups.slice(from, to + 1));
    }
    return found;
  });
}

function areOfOneKind(groups: readonly string[]): boolean {
  const [first = '', ...others] = groups;
  const last = others.pop() ?? '';
  if (others.every(({ length }) => length === first.length) && last.length <= first.length) return true;
  return [first, ...others].every(({ length }) => length >= 4);
}
