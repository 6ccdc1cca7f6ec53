import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../../../core/money.js';
import { applyInOrder } from './application.js';
import { total } from './payoff.js';

const amount = fc.integer({ min: 0, max: 10 ** 10 }).map(cents);
const owed = { feesCents: cents(3_000), interestCents: cents(1_000), principalCents: cents(50_000) };

describe('payment application', () => {
  test.each([
    [2_000, { feesCents: 2_000, interestCents: 0, principalCents: 0 }],
    [3_500, { feesCents: 3_000, interestCents: 500, principalCents: 0 }],
    [10_000, { feesCents: 3_000, interestCents: 1_000, principalCents: 6_000 }],
    [54_000, { feesCents: 3_000, interestCents: 1_000, principalCents: 50_000 }],
  ])('%i goes to fees, then interest, then principal', (paid, expected) => {
    expect(applyInOrder(cents(paid), owed)).toEqual(expected);
  });

  test('more than what is owed is never applied', () => {
    expect(() => applyInOrder(cents(54_001), owed)).toThrow(RangeError);
  });

  test('every cent is applied, and none where nothing is owed', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fees, interest, principal, share) => {
          const balances = { feesCents: fees, interestCents: interest, principalCents: principal };
          const paid = cents(Math.floor(total(balances) * share));
          const applied = applyInOrder(paid, balances);
          expect(total(applied)).toBe(paid);
          expect(applied.feesCents).toBeLessThanOrEqual(fees);
          expect(applied.interestCents).toBeLessThanOrEqual(interest);
          expect(applied.principalCents).toBeLessThanOrEqual(principal);
          if (applied.principalCents > 0) expect(applied.interestCents).toBe(interest);
          if (applied.interestCents > 0) expect(applied.feesCents).toBe(fees);
        },
      ),
    );
  });
});
