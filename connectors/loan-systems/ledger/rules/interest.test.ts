import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../../../core/money.js';
import { accrue } from './interest.js';

const principal = fc.integer({ min: 0, max: 10 ** 12 }).map(cents);
const rate = fc.integer({ min: 0, max: 10_000 });
const days = fc.integer({ min: 0, max: 4_000 });
const carried = fc.integer({ min: 0, max: 3_649_999 });

describe('interest', () => {
  test('a year at 10 % of 1,000.00 is 100.00', () => {
    expect(accrue(cents(100_000), 1_000, 365, 0)).toEqual({ interestCents: 10_000, remainder: 0 });
  });

  test('a day at 10 % of 1,000.00 is 27.397… cents: 27, and the rest is carried', () => {
    expect(accrue(cents(100_000), 1_000, 1, 0)).toEqual({ interestCents: 27, remainder: 1_450_000 });
  });

  test('accruing in two parts is accruing once', () => {
    fc.assert(
      fc.property(principal, rate, days, days, carried, (amount, bps, first, second, rest) => {
        const one = accrue(amount, bps, first, rest);
        const two = accrue(amount, bps, second, one.remainder);
        const both = accrue(amount, bps, first + second, rest);
        expect(two.remainder).toBe(both.remainder);
        expect(one.interestCents + two.interestCents).toBe(both.interestCents);
      }),
    );
  });

  test('interest on parts of a principal is interest on the whole', () => {
    fc.assert(
      fc.property(principal, principal, rate, days, carried, (one, other, bps, count, rest) => {
        const first = accrue(one, bps, count, rest);
        const second = accrue(other, bps, count, first.remainder);
        const whole = accrue(cents(one + other), bps, count, rest);
        expect(second.remainder).toBe(whole.remainder);
        expect(first.interestCents + second.interestCents).toBe(whole.interestCents);
      }),
    );
  });
});
