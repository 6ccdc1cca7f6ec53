import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.js';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { LedgerBook } from '../../test/support/ledger-book.js';
import { BUILT_IN_TERMS } from '../rules/product-terms.js';
import { pastDuePosition } from '../rules/schedule.js';
import { installmentsOf } from './installments.js';

/** 12,000.00 at 12 % over 12 months; 1,066.19 due on the 15th of each month from 15 February 2026, a Sunday before a holiday. */
const LEVEL = exampleLoan().scheduledPaymentCents;

describe('the schedule of a loan', () => {
  test('as agreed: level payments, and a final payment of the rest', () => {
    const schedule = installmentsOf(exampleLoan(), on('2026-01-15'));
    expect(schedule.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(
      schedule.slice(0, 11).every(({ amountCents, unpaidCents }) => amountCents === LEVEL && unpaidCents === LEVEL),
    ).toBe(true);
    expect(schedule.every(({ paidCents, daysLate }) => paidCents === 0 && daysLate === 0)).toBe(true);

    // Paid exactly, on whatever day it is.
    const book = new LedgerBook(exampleLoan({ product: { ...BUILT_IN_TERMS, accrueTo: 'day_of_receipt' } }));
    for (const { unpaidCents, dueOn } of schedule) expect(book.pay(unpaidCents, dueOn)).toEqual(expect.any(Number));
    expect(book.loan).toMatchObject({ status: 'paid_in_full', principalCents: 0, interestCents: 0 });
  });

  test.each([
    ['on the due date', '2026-02-15', 0],
    ['on the holiday after it, when it may still be paid', '2026-02-16', 0],
    ['on the next business day', '2026-02-17', 0],
    ['the day after', '2026-02-18', 3],
  ])('an installment is late from the day after the business day: %s', (_, asOf, daysLate) => {
    expect(installmentsOf(exampleLoan(), on(asOf))[0]).toMatchObject({ unpaidCents: LEVEL, daysLate });
  });

  test('a payment is allocated to the oldest installment first, also in part; fees are not part of installments', () => {
    const loan = exampleLoan({ scheduledPaidCents: cents(LEVEL + 50_000), feesCents: cents(2_500) });
    const [first, second, third] = installmentsOf(loan, on('2026-04-01'));
    expect(first).toMatchObject({ amountCents: LEVEL, paidCents: LEVEL, unpaidCents: 0, daysLate: 0 });
    expect(second).toMatchObject({ amountCents: LEVEL, paidCents: 50_000, unpaidCents: LEVEL - 50_000, daysLate: 17 });
    expect(third).toMatchObject({ paidCents: 0, unpaidCents: LEVEL, daysLate: 0 });
  });

  test('extra principal shortens the schedule from its end', () => {
    const schedule = installmentsOf(exampleLoan({ principalCents: cents(150_000) }), on('2026-01-15'));
    expect(schedule.filter(({ unpaidCents }) => unpaidCents > 0).map(({ number }) => number)).toEqual([1, 2]);
    expect(schedule[11]).toMatchObject({ amountCents: 0, paidCents: 0, unpaidCents: 0 });
  });

  test.each(['to_payoff_day', 'through_payoff_day'] as const)(
    'the last installment, due on a day off, equals the payoff on that day: %s',
    (payoffRule) => {
      // 14 March 2027 is a Sunday.
      const product = { ...BUILT_IN_TERMS, payoffRule };
      const book = new LedgerBook(exampleLoan({ product, firstDueOn: on('2026-04-14') }));
      const schedule = installmentsOf(book.loan, on('2026-01-15'));
      for (const { number, dueOn } of schedule) {
        book.closeDaysBefore(dueOn);
        const { unpaidCents = cents(0) } = installmentsOf(book.loan, dueOn)[number - 1] ?? {};
        const { nextDueCents } = pastDuePosition(book.loan, dueOn);
        expect(unpaidCents).toBe(nextDueCents);
        expect(book.pay(unpaidCents, dueOn)).toEqual(expect.any(Number));
      }
      expect(book.loan.status).toBe('paid_in_full');
    },
  );

  test('a loan that is paid off has no unpaid installment', () => {
    const loan = exampleLoan({
      status: 'paid_in_full',
      principalCents: cents(0),
      scheduledPaidCents: cents(13 * LEVEL),
    });
    const schedule = installmentsOf(loan, on('2027-06-01'));
    expect(schedule.every(({ unpaidCents, daysLate }) => unpaidCents === 0 && daysLate === 0)).toBe(true);
    expect(schedule.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(13 * LEVEL);
  });
});
