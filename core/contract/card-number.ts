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
  return luhnSum(digits, 0) % 10 === 0;
}

/** What digits add to the sum of a number in which `after` digits follow them. */
function luhnSum(digits: string, after: number): number {
  let sum = 0;
  for (let n = 0; n < digits.length; n += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - n) - ZERO;
    const doubled = (after + n) % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
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
  return hasStretch(text, (groups) => areOfOneKind(groups) && couldBeIssued(groups.join('')));
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
  return hasStretch(text, () => true);
}

/** What may stand between two groups of one number: at most three characters that are neither letters nor digits. */
const GAP = /^[^\p{L}\p{N}]{1,3}$/u;
/** In UTF-16 units: what is longer is no gap, and is not read. */
const LONGEST_GAP = 6;

/**
 * Whether some stretch of whole groups could be a card's number, and is one: an expiry date may follow it. Each group is
 * looked at with the few before it that fit into a number, so that the work grows with the text and no faster.
 */
function hasStretch(text: string, isNumber: (groups: readonly string[]) => boolean): boolean {
  if (text.length < SHORTEST) return false;
  // Full-width digits are digits, and a space of any width is one.
  const plain = text.normalize('NFKC');
  let groups: string[] = [];
  let end = 0;
  for (const { 0: group, index } of plain.matchAll(/\d+/g)) {
    if (index - end > LONGEST_GAP || !GAP.test(plain.slice(end, index))) groups = [];
    end = index + group.length;
    groups.push(group);
    if (groups.length > LONGEST) groups.shift();
    if (endsInNumber(groups, isNumber)) return true;
  }
  return false;
}

/** From the last group backwards, as the check digit is reckoned: one sum serves every stretch that ends here. */
function endsInNumber(groups: readonly string[], isNumber: (groups: readonly string[]) => boolean): boolean {
  let [length, sum] = [0, 0];
  for (let from = groups.length - 1; from >= 0; from -= 1) {
    const group = groups[from] ?? '';
    if (length + group.length > LONGEST) return false;
    sum += luhnSum(group, length);
    length += group.length;
    if (length >= SHORTEST && sum % 10 === 0 && isNumber(groups.slice(from))) return true;
  }
  return false;
}

function areOfOneKind(groups: readonly string[]): boolean {
  const [first = '', ...others] = groups;
  const last = others.pop() ?? '';
  if (others.every(({ length }) => length === first.length) && last.length <= first.length) return true;
  return [first, ...others].every(({ length }) => length >= 4);
}
