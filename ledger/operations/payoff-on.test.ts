import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.js';
import { addDays } from '../../core/time/dates.js';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { LedgerBook } from '../../test/support/ledger-book.js';
import type { Loan } from '../loan.js';
import { rollForward } from '../rules/business-day.js';
import { levelPaymentCents } from '../rules/schedule.js';
import { payoffOn } from './payoff-on.js';

/**
 * 12,000.00 at 12 %, disbursed on Thursday 15 January 2026: a day adds 394.5205 cents. Monday the 19th is a holiday.
 */
const TODAY = on('2026-01-15');

function quoted(loan: Loan, day: string | null, today = TODAY) {
  const quote = payoffOn(loan, today, day === null ? null : on(day));
  if (quote === 'not_payable') throw new Error('not payable');
  const { principalCents, interestCents, feesCents } = quote.split ?? {};
  return [
    quote.payoffCents,
    principalCents,
    interestCents,
    feesCents,
    quote.appliedOn,
    quote.goodThrough,
    quote.perDiemCents,
  ];
}

describe('a payoff on a day', () => {
  test.each([
    ['now', null, 0, '2026-01-15', 394],
    ['today', '2026-01-15', 0, '2026-01-15', 394],
    ['tomorrow, Friday', '2026-01-16', 394, '2026-01-16', 395],
    ['Saturday is paid as Tuesday', '2026-01-17', 1_972, '2026-01-20', 395],
    ['Sunday too', '2026-01-18', 1_972, '2026-01-20', 395],
    ['and the holiday', '2026-01-19', 1_972, '2026-01-20', 395],
    ['Tuesday itself', '2026-01-20', 1_972, '2026-01-20', 395],
    ['thirty days ahead, a Saturday before a holiday', '2026-02-14', 13_019, '2026-02-17', 394],
  ])('%s', (_, day, interest, appliedOn, perDiem) => {
    expect(quoted(exampleLoan(), day)).toEqual([
      1_200_000 + interest,
      1_200_000,
      interest,
      0,
      appliedOn,
      appliedOn,
      perDiem,
    ]);
  });

  test('a leap day counts like any other', () => {
    const paidOutOn = on('2028-02-28');
    const loan = exampleLoan({ originatedOn: paidOutOn, firstDueOn: on('2028-03-28'), accruedThrough: paidOutOn });
    const interest = ['2028-02-28', '2028-02-29', '2028-03-01'].map((day) => quoted(loan, day, paidOutOn)[2]);
    expect(interest).toEqual([0, 394, 789]);
  });

  test('fees and carried interest are included', () => {
    const loan = exampleLoan({ feesCents: cents(2_500), interestCents: cents(1_000), accrualRemainder: 3_649_999 });
    expect(quoted(loan, '2026-01-16')).toEqual([1_203_895, 1_200_000, 1_395, 2_500, '2026-01-16', '2026-01-16', 395]);
  });

  test('a charged-off loan accrues no more: the recoverable amount, on any day', () => {
    const loan = exampleLoan({
      status: 'charged_off',
      chargedOffOn: on('2026-01-14'),
      interestCents: cents(5_000),
      feesCents: cents(2_500),
    });
    for (const day of ['2026-01-15', '2026-02-02'])
      expect(quoted(loan, day)).toEqual([1_207_500, 1_200_000, 5_000, 2_500, day, day, 0]);
    expect(payoffOn(loan, TODAY, null)).toMatchObject({ exactPerDiem: '0.0000' });
  });

  test('a loan that is charged off in the meantime accrues until then', () => {
    const book = new LedgerBook(exampleLoan());
    const today = on('2026-06-05');
    book.closeDaysBefore(today);
    expect(book.loan.status).toBe('delinquent');
    const quotes = ['2026-06-12', '2026-06-26', '2026-07-02'].map((day) => quoted(book.loan, day, today));
    book.closeDaysBefore(on('2026-07-02'));
    expect(book.loan.chargedOffOn).toBe('2026-06-15');
    const { principalCents, interestCents, feesCents } = book.loan;
    expect(quotes[2]?.slice(0, 4)).toEqual([
      principalCents + interestCents + feesCents,
      principalCents,
      interestCents,
      feesCents,
    ]);
    expect(quotes.map(([amount]) => amount)).toEqual([1_258_389, 1_259_572, 1_259_572]);
  });

  test.each(['pending', 'paid_in_full', 'closed'] as const)('nothing is to be paid on one that is %s', (status) => {
    expect(payoffOn(exampleLoan({ status }), TODAY, null)).toBe('not_payable');
  });

  test.each([
    [1_200_000, 1_200, '394.5205'],
    [1_000_000, 3_600, '986.3013'],
    [100, 1, '0.0000'],
    [100, 360, '0.0098'],
    [2_500_000, 0, '0.0000'],
    [900_000_000_000, 3_600, '887671232.8767'],
  ])('of %d cents at %d basis points a day brings exactly %s cents', (principal, annualRateBps, exact) => {
    const loan = exampleLoan({ principalCents: cents(principal), annualRateBps });
    expect(payoffOn(loan, TODAY, null)).toMatchObject({ exactPerDiem: exact });
  });

  test('paid on that day, it pays the loan off to the cent, and a cent less does not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 5_000_000 }),
        fc.integer({ min: 0, max: 3_600 }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 30 }),
        fc.array(fc.record({ after: fc.integer({ min: 1, max: 200 }), part: fc.integer({ min: 1, max: 40 }) }), {
          maxLength: 4,
        }),
        (principal, annualRateBps, daysOn, ahead, payments) => {
          const terms = exampleLoan({
            originalPrincipalCents: cents(principal),
            principalCents: cents(principal),
            annualRateBps,
            scheduledPaymentCents: levelPaymentCents(cents(principal), { annualRateBps }, 12),
          });
          const copy = () => {
            const book = new LedgerBook(terms);
            for (const { after, part } of payments.toSorted((one, other) => one.after - other.after)) {
              const day = rollForward(addDays(terms.originatedOn, after));
              if (after <= daysOn) book.pay(Math.ceil(principal / (part + 4)), day);
            }
            const today = rollForward(addDays(terms.originatedOn, daysOn));
            book.closeDaysBefore(today);
            return { book, quote: payoffOn(book.loan, today, addDays(today, ahead)) };
          };
          const [whole, short] = [copy(), copy()];
          if (whole.quote === 'not_payable') return;
          const { payoffCents, appliedOn } = whole.quote;
          expect(whole.book.pay(payoffCents, appliedOn)).toEqual(expect.any(Number));
          const { principalCents, interestCents, feesCents, status } = whole.book.loan;
          expect([principalCents, interestCents, feesCents]).toEqual([0, 0, 0]);
          expect(['paid_in_full', 'closed']).toContain(status);
          expect(short.book.pay(payoffCents + 1, appliedOn)).toMatchObject({ reason: 'amount_exceeds_payoff' });
          expect(short.book.pay(payoffCents - 1, appliedOn)).toEqual(expect.any(Number));
          expect(short.book.loan.principalCents + short.book.loan.interestCents + short.book.loan.feesCents).toBe(1);
        },
      ),
    );
  });
});
