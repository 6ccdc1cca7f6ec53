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

/** Whether a card's number stands somewhere in a text, with or without something between its groups. */
export function holdsCardNumber(text: string): boolean {
  return holdsDigits(text, (digits) => ISSUED.test(digits) && couldBeCardNumber(digits));
}

/**
 * As `holdsCardNumber`, for keys and other names that machines make: a number that stands by itself, in one piece or grouped as
 * on a card. Digits that happen to meet in a UUID, a ULID or a digest are none.
 */
export function namesCardNumber(name: string): boolean {
  return (name.match(STANDING_ALONE) ?? []).some((run) => {
    const digits = run.replace(/[^0-9]/g, '');
    return ISSUED.test(digits) && couldBeCardNumber(digits);
  });
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

/** As `holdsCardNumber`, for a text that is called a card number: whoever issued it. */
export function looksLikeCardNumber(text: string): boolean {
  return holdsDigits(text, couldBeCardNumber);
}

function holdsDigits(text: string, test: (digits: string) => boolean): boolean {
  if (text.length < SHORTEST) return false;
  return (text.match(/\d+(?:[ ._:-]\d+)*/g) ?? []).some((run) => someGroups(run.split(/[ ._:-]/), test));
}

/** Tries every stretch of whole groups: an expiry date may follow a number. */
function someGroups(groups: readonly string[], test: (digits: string) => boolean): boolean {
  return groups.some((_, from) => {
    let digits = '';
    for (const group of groups.slice(from, from + LONGEST)) {
      digits += group;
      if (digits.length > LONGEST) return false;
      if (test(digits)) return true;
    }
    return false;
  });
}
