/** Brands that are accepted. */
export const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'diners'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

interface CardRange {
  readonly brand: CardBrand;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
  readonly cvcLength: number;
}

/**
 * The prefixes of each brand, and the lengths of its numbers and security codes (ISO/IEC 7812; the networks' rules).
 */
const RANGES: readonly CardRange[] = [
  { brand: 'visa', prefix: /^4/, lengths: [13, 16, 19], cvcLength: 3 },
  { brand: 'mastercard', prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16], cvcLength: 3 },
  { brand: 'amex', prefix: /^3[47]/, lengths: [15], cvcLength: 4 },
  { brand: 'discover', prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19], cvcLength: 3 },
  { brand: 'diners', prefix: /^(?:30[0-5]|3095|36|38|39)/, lengths: [14, 15, 16, 17, 18, 19], cvcLength: 3 },
];

/** The range in which a number begins, whatever its length; undefined for brands that are not accepted. */
export function cardRange(digits: string): CardRange | undefined {
  return RANGES.find(({ prefix }) => prefix.test(digits));
}

/** The check digit of ISO/IEC 7812-1, annex B (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let n = 0; n < digits.length; n += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - n) - ZERO;
    sum += n % 2 === 1 ? doubled(digit) : digit;
  }
  return sum % 10 === 0;
}

/** The contribution of every second digit from the right to the checksum. */
export function doubled(digit: number): number {
  return digit < 5 ? 2 * digit : 2 * digit - 9;
}

const ZERO = '0'.charCodeAt(0);

/** Brands that are not accepted but whose numbers are just as secret. */
const ELSEWHERE: readonly Pick<CardRange, 'prefix' | 'lengths'>[] = [
  { prefix: /^62/, lengths: [16, 17, 18, 19] }, // UnionPay
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] }, // JCB
  { prefix: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [13, 14, 15, 16, 17, 18, 19] }, // Maestro
];

/** Lengths of the shortest and of the longest number of any brand. */
export const [SHORTEST, LONGEST] = [13, 19];

/** Whether the digits could be a card number: known prefix, its exact length, correct check digit. */
export function isOfABrand(digits: string): boolean {
  if (digits.length < SHORTEST || digits.length > LONGEST) return false;
  return isLengthOfABrand(Number(digits.slice(0, PREFIX)), digits.length) && passesLuhn(digits);
}

/** Digits that identify a brand. */
const PREFIX = 4;

/** Whether some brand has numbers with these first four digits and this length. */
export function isLengthOfABrand(prefix: number, length: number): boolean {
  let lengths = lengthsByPrefix[prefix] ?? 0;
  if (lengths === 0) {
    lengths = lengthsAfter(String(prefix).padStart(PREFIX, '0'));
    lengthsByPrefix[prefix] = lengths;
  }
  return ((lengths >>> length) & 1) === 1;
}

/** For each prefix that has been looked up: one bit for each length, and one bit that marks it as looked up. */
const lengthsByPrefix = new Uint32Array(10 ** PREFIX);
const WAS_ASKED = 1;

function lengthsAfter(digits: string): number {
  const ranges = [...RANGES, ...ELSEWHERE].filter(({ prefix }) => prefix.test(digits));
  return ranges.flatMap(({ lengths }) => lengths).reduce((bits, length) => bits | (1 << length), WAS_ASKED);
}
