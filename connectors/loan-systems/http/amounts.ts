import type { LosslessNumber } from 'lossless-json';
import { type Cents, cents } from '../../../core/money.js';
import { decimal } from './http-client.js';

/**
 * A decimal numeral (`1234.5`, `-0.500000`, `1.25E+3`) as cents, by its digits alone. Undefined if it is too large or
 * not a whole number of cents: money is never rounded.
 */
export function centsOf(numeral: string): Cents | undefined {
  return centsOfPlain(numeral) ?? centsOfAny(numeral);
}

const POINT = 0x2e;
const MOST_PLAIN_LENGTH = 13;

/** The usual forms, `1234`, `1234.5` and `1234.56`, without a regular expression; undefined for any other. */
function centsOfPlain(numeral: string): Cents | undefined {
  const { length } = numeral;
  if (length === 0 || length > MOST_PLAIN_LENGTH) return undefined;
  let units = 0;
  let point = length;
  for (let at = 0; at < length; at += 1) {
    const code = numeral.charCodeAt(at);
    if (code === POINT && point === length && at > 0) point = at;
    else if (code >= 0x30 && code <= 0x39) units = units * 10 + (code - 0x30);
    else return undefined;
  }
  switch (length - point) {
    case 0:
      return cents(units * 100);
    case 2:
      return cents(units * 10);
    case 3:
      return cents(units);
    default:
      return undefined;
  }
}

function centsOfAny(numeral: string): Cents | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(numeral);
  if (parts === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const shift = Number(exponent) + 2;
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (/[^0]/.test(digits.slice(Math.max(point, 0)))) return undefined;
  const units =
    digits
      .slice(0, Math.max(point, 0))
      .padEnd(point, '0')
      .replace(/^0+(?=\d)/, '') || '0';
  const value = Number(units);
  if (units.length > 16 || !Number.isSafeInteger(value)) return undefined;
  return cents(sign === '-' && value !== 0 ? -value : value);
}

/** Cents as a JSON number with two decimals. */
export function decimalOf(amount: Cents): LosslessNumber {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return decimal(`${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}
