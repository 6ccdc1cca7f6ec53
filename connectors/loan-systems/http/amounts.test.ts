import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../core/money.js';
import { centsOf, decimalOf } from './amounts.js';

describe('amounts of loan systems', () => {
  it.each([
    ['0', 0],
    ['0.000000', 0],
    ['-0.00', 0],
    ['12', 1_200],
    ['12.3', 1_230],
    ['12.34', 1_234],
    ['0.070000', 7],
    ['-0.50', -50],
    ['1.25E+3', 125_000],
    ['1E2', 10_000],
    ['150e-2', 150],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('%s is %i cents', (numeral, expected) => {
    expect(centsOf(numeral)).toBe(expected);
  });

  it.each(['12.345', '0.001', '1e-3', '90071992547409.92', '1e300', '', '.5', '1,000.00', 'NaN', '12abc', '--1'])(
    '%s is not a number of cents',
    (numeral) => {
      expect(centsOf(numeral)).toBeUndefined();
    },
  );

  it('reads back what is sent, for any amount', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(centsOf(decimalOf(cents(value)).value)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('the usual forms are the same cents as with an exponent', () => {
    const numeral = fc.stringMatching(/^-?\d{0,15}\.?\d{0,4}$/);
    fc.assert(
      fc.property(numeral, (text) => {
        expect(centsOf(text)).toBe(centsOf(`${text}e0`));
      }),
      { numRuns: 1_000 },
    );
  });
});
