import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_COUNTS, type DayCount } from '../../core/contract/ledger-product.js';
import { cents } from '../../core/money.js';
import { addDays } from '../../core/time/dates.js';
import { on } from '../../test/support/example-loan.js';
import { type AnnualRate, rateParts } from './annual-rate.js';
import { DAY_COUNT } from './day-count.js';
import { accrue, unitsPerCent } from './interest.js';

const principal = fc.integer({ min: 0, max: 10 ** 12 }).map(cents);
/** Whole basis points, and finer rates. */
const rate = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((annualRateBps) => ({ annualRateBps })),
  fc
    .integer({ min: 0, max: 100_000_000 })
    .map((millionths) => ({ annualRateBps: null, annualRateMillionths: millionths })),
);
const days = fc.integer({ min: 0, max: 4_000 });
const start = fc.integer({ min: 0, max: 10_000 }).map((offset) => addDays(on('2019-12-30'), offset));
const dayCount = fc.constantFrom(...DAY_COUNTS);
const carriedShare = fc.double({ min: 0, max: 0.999_999, noNaN: true });

const TEN = { annualRateBps: 1_000 };
const SIX_AND_SEVEN_EIGHTHS = { annualRateBps: null, annualRateMillionths: 6_875_000 };

describe('interest', () => {
  // 1,000.00 at 6.875 % for a day: 18.835… cents.
  test.each([
    ['actual_365', 18, 30_500_000_000],
    ['actual_360', 19, 3_500_000_000],
    ['thirty_360', 19, 3_500_000_000],
  ] as const)('at 6.875 percent by %s: %i cents, and %i units are carried', (counted, interestCents, remainder) => {
    const loan = loanOf(100_000, SIX_AND_SEVEN_EIGHTHS, counted, 0);
    expect(accrue(loan, on('2025-01-01'), on('2025-01-02'))).toEqual({ interestCents, remainder });
  });

  // 1,000.00 at 10 %: a year of 100.00.
  test.each([
    ['actual_365', '2025-01-01', '2026-01-01', 10_000, 0],
    ['actual_365', '2024-01-01', '2025-01-01', 10_027, 1_450_000],
    ['actual_365', '2025-01-01', '2025-01-02', 27, 1_450_000],
    ['actual_360', '2025-01-01', '2025-12-27', 10_000, 0],
    ['actual_360', '2025-01-01', '2025-01-02', 27, 2_800_000],
    ['actual_actual', '2024-01-01', '2025-01-01', 10_000, 0],
    ['actual_actual', '2025-01-01', '2026-01-01', 10_000, 0],
    // 16 days of 366 and 16 of 365: 437.158… and 438.356… cents.
    ['actual_actual', '2024-12-16', '2025-01-17', 875, 687_500_000],
    ['thirty_360', '2025-01-01', '2026-01-01', 10_000, 0],
    ['thirty_360', '2025-01-30', '2025-01-31', 0, 0],
    ['thirty_360', '2025-01-31', '2025-02-28', 777, 2_800_000],
    ['thirty_360', '2025-02-28', '2025-03-01', 83, 1_200_000],
    ['thirty_360', '2024-02-28', '2024-03-01', 83, 1_200_000],
    ['thirty_360', '2025-03-15', '2025-04-15', 833, 1_200_000],
  ] as const)('%s from %s to %s: %i cents, and %i units are carried', (counted, from, to, interestCents, remainder) => {
    const loan = loanOf(100_000, TEN, counted, 0);
    expect(accrue(loan, on(from), on(to))).toEqual({ interestCents, remainder });
  });

  test('is exact, whether or not the units fit into a number', () => {
    fc.assert(
      fc.property(
        principal,
        rate,
        dayCount,
        start,
        days,
        carriedShare,
        (amount, annualRate, counted, from, count, share) => {
          const loan = loanOf(amount, annualRate, counted, carriedOf(annualRate, counted, share));
          const { interestCents, remainder } = accrue(loan, from, addDays(from, count));
          const { parts } = rateParts(annualRate);
          const spanned = BigInt(DAY_COUNT[counted].share(from, addDays(from, count)));
          const units = BigInt(amount) * parts * spanned + BigInt(loan.accrualRemainder);
          const perCent = unitsPerCent(loan);
          expect([BigInt(interestCents), BigInt(remainder)]).toEqual([units / perCent, units % perCent]);
        },
      ),
    );
  });

  test('none backwards', () => {
    const loan = loanOf(100_000, TEN, 'actual_365', 17);
    expect(accrue(loan, on('2025-01-02'), on('2025-01-01'))).toEqual({ interestCents: 0, remainder: 17 });
  });

  test('accruing in two parts equals accruing once, wherever it is split', () => {
    fc.assert(
      fc.property(
        principal,
        rate,
        dayCount,
        start,
        days,
        days,
        carriedShare,
        (amount, annualRate, counted, from, ...rest) => {
          const [first, second, share] = rest;
          const loan = loanOf(amount, annualRate, counted, carriedOf(annualRate, counted, share));
          const cut = addDays(from, first);
          const end = addDays(cut, second);
          const one = accrue(loan, from, cut);
          const two = accrue({ ...loan, accrualRemainder: one.remainder }, cut, end);
          const both = accrue(loan, from, end);
          expect(two.remainder).toBe(both.remainder);
          expect(one.interestCents + two.interestCents).toBe(both.interestCents);
        },
      ),
    );
  });

  test('interest on parts of a principal sums to interest on the whole', () => {
    fc.assert(
      fc.property(principal, principal, rate, dayCount, start, days, (one, other, annualRate, counted, from, count) => {
        const to = addDays(from, count);
        const first = accrue(loanOf(one, annualRate, counted, 0), from, to);
        const second = accrue(loanOf(other, annualRate, counted, first.remainder), from, to);
        const whole = accrue(loanOf(one + other, annualRate, counted, 0), from, to);
        expect(second.remainder).toBe(whole.remainder);
        expect(first.interestCents + second.interestCents).toBe(whole.interestCents);
      }),
    );
  });
});

function loanOf(principalCents: number, annualRate: AnnualRate, counted: DayCount, accrualRemainder: number) {
  return { principalCents: cents(principalCents), ...annualRate, product: { dayCount: counted }, accrualRemainder };
}

function carriedOf(annualRate: AnnualRate, dayCount: DayCount, share: number): number {
  return Math.floor(Number(unitsPerCent({ ...annualRate, product: { dayCount } })) * share);
}
