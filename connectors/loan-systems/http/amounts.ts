import type { LosslessNumber } from 'lossless-json';
import { type Cents, cents } from '../../../core/money.js';
import { decimal } from './http-client.js';

/**
 * A decimal numeral (`1234.5`, `-0.500000`, `1.25E+3`) as cents, by its digits alone. Undefined if it is too large or
 * not a whole number of cents: money is never rounded.
 */
export function centsOf(numeral: string): Cents | undefined {
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
