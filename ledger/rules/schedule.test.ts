import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.js';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { pay } from '../operations/payment.js';
import { annualRateOf } from './annual-rate.js';
import { total } from './balance-component-arithmetic.js';
import { owedOn } from './payoff.js';
import { BUILT_IN_TERMS } from './product-terms.js';
import { daysPastDue, dueDate, installmentsDueBy, levelPaymentCents, pastDuePosition } from './schedule.js';

const NO_RATE = { annualRateBps: null };

describe('level payment', () => {
  test('12,000.00 over 12 months at 12 % is 1,066.19 a month', () => {
    expect(levelPaymentCents(cents(1_200_000), { annualRateBps: 1_200 }, 12)).toBe(106_619);
  });

  test('without interest it is the principal in equal parts, rounded up', () => {
    expect(levelPaymentCents(cents(1_000), { annualRateBps: 0 }, 3)).toBe(334);
  });

  test('at 6.875 % it is between those at 6.87 % and 6.88 %: 30 years of 300,000.00', () => {
    const lent = cents(30_000_000);
    expect(
      ['6.87', '6.875', '6.88'].map((percent) => levelPaymentCents(lent, annualRateOf(percent) ?? NO_RATE, 360)),
    ).toEqual([196_979, 197_079, 197_179]);
  });

  test('repays the loan in its term, and a cent less would not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 10_000_000 }),
        fc.integer({ min: 1, max: 3_600 }),
        fc.integer({ min: 1, max: 120 }),
        (principal, bps, term) => {
          const payment = levelPaymentCents(cents(principal), { annualRateBps: bps }, term);
          expect(left(principal, bps, term, payment)).toBeLessThanOrEqual(0n);
          expect(left(principal, bps, term, payment - 1)).toBeGreaterThan(0n);
        },
      ),
    );
  });
});

describe('due dates', () => {
  test('a day that a month lacks becomes its last day, and returns in later months', () => {
    const schedule = { firstDueOn: on('2027-12-31') };
    expect([1, 2, 3, 4, 5].map((number) => dueDate(schedule, number))).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
  });

  test('the count of installments due by a date is the count of due dates up to it', () => {
    const date = fc.date({ min: new Date('2025-01-01'), max: new Date('2032-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, fc.integer({ min: 1, max: 60 }), (first, asOf, termMonths) => {
        const firstDueOn = on(first.toISOString().slice(0, 10));
        const day = on(asOf.toISOString().slice(0, 10));
        const due = Array.from({ length: termMonths }, (_, index) => dueDate({ firstDueOn }, index + 1));
        const schedule = { firstDueOn, termMonths, scheduledPaymentCents: cents(1) };
        expect(installmentsDueBy(schedule, day)).toBe(due.filter((one) => one <= day).length);
      }),
    );
  });
});

describe('past due', () => {
  const payment = exampleLoan().scheduledPaymentCents;

  test('an installment due on a day off may be paid on the next business day', () => {
    // 15 February 2026 is a Sunday, and the Monday after it is Washington's Birthday.
    expect(pastDuePosition(exampleLoan(), on('2026-02-17')).pastDueCents).toBe(0);
    const late = pastDuePosition(exampleLoan(), on('2026-02-18'));
    expect(late).toEqual({
      asOf: '2026-02-18',
      pastDueCents: payment,
      oldestUnpaidOn: '2026-02-15',
      oldestUnpaidCents: payment,
      nextDueOn: '2026-03-15',
      nextDueCents: payment,
    });
    expect(daysPastDue(late)).toBe(3);
  });

  test('payments are allocated to the oldest installment first', () => {
    const loan = exampleLoan({ scheduledPaidCents: cents(payment + 6_619) });
    expect(pastDuePosition(loan, on('2026-03-20'))).toMatchObject({
      pastDueCents: payment - 6_619,
      oldestUnpaidOn: '2026-03-15',
      nextDueOn: '2026-04-15',
    });
  });

  test('past due includes the unpaid fees: a borrower who pays exactly that is current, one who pays less is not', () => {
    const loan = exampleLoan({ feesCents: cents(2_500) });
    const day = on('2026-03-20');
    const { pastDueCents } = pastDuePosition(loan, day);
    expect(pastDueCents).toBe(2 * payment + 2_500);
    for (const [paying, left] of [
      [pastDueCents, 0],
      [pastDueCents - 1, 1],
    ]) {
      const terms = { externalReference: 'p', amountCents: cents(paying ?? 0), paymentMethod: 'cash', memo: null };
      const paid = pay(loan, terms, day);
      if (paid.kind === 'refused') throw new Error(paid.reason);
      expect(pastDuePosition(paid.loan, day).pastDueCents).toBe(left);
    }
  });

  test('past due shows the unpaid part of the oldest installment, with fees: part of a level payment, or for the last one the whole balance', () => {
    const partly = exampleLoan({ scheduledPaidCents: cents(payment + 6_619), feesCents: cents(2_500) });
    expect(pastDuePosition(partly, on('2026-05-20')).oldestUnpaidCents).toBe(payment - 6_619 + 2_500);
    // Less is owed than remains of the schedule: principal was paid ahead.
    const little = exampleLoan({ principalCents: cents(40_000), accruedThrough: on('2026-05-20') });
    expect(pastDuePosition(little, on('2026-05-20')).oldestUnpaidCents).toBe(40_000);
    const mature = { scheduledPaidCents: cents(payment * 11 + 500), accruedThrough: on('2027-01-20') };
    const last = exampleLoan({ ...mature, principalCents: cents(90_000) });
    expect(pastDuePosition(last, on('2027-01-20'))).toMatchObject({ pastDueCents: 90_000, oldestUnpaidCents: 90_000 });
  });

  test('fees alone are not late', () => {
    const loan = exampleLoan({ feesCents: cents(2_500), scheduledPaidCents: cents(payment * 2) });
    expect(pastDuePosition(loan, on('2026-03-20'))).toMatchObject({ pastDueCents: 0, oldestUnpaidOn: null });
  });

  test('paid ahead: nothing past due, and the next due is the first that is not covered', () => {
    const loan = exampleLoan({ scheduledPaidCents: cents(payment * 2 + 100) });
    expect(pastDuePosition(loan, on('2026-02-20'))).toEqual({
      asOf: '2026-02-20',
      pastDueCents: 0,
      oldestUnpaidOn: null,
      oldestUnpaidCents: null,
      nextDueOn: '2026-04-15',
      nextDueCents: payment - 100,
    });
  });

  test('after the term the whole remaining balance is past due', () => {
    const loan = exampleLoan({ principalCents: cents(5_000), scheduledPaidCents: cents(payment * 12) });
    const settled = { ...loan, accruedThrough: on('2027-01-20') };
    expect(pastDuePosition(settled, on('2027-01-20'))).toEqual({
      asOf: '2027-01-20',
      pastDueCents: 5_000,
      oldestUnpaidOn: '2027-01-15',
      oldestUnpaidCents: 5_000,
      nextDueOn: null,
      nextDueCents: null,
    });
  });

  test('days past due of a charged-off loan count from the first installment with a shortfall, whatever the tolerance', () => {
    const product = { ...BUILT_IN_TERMS, toleranceCents: cents(5_000) };
    const terms = { product, scheduledPaidCents: cents(payment - 4_000), accruedThrough: on('2026-06-16') };
    const lost = exampleLoan({ ...terms, status: 'charged_off', chargedOffOn: on('2026-06-16') });
    expect(pastDuePosition(lost, on('2026-06-16')).oldestUnpaidOn).toBe('2026-02-15');
    expect(pastDuePosition(exampleLoan(terms), on('2026-06-16')).oldestUnpaidOn).toBe('2026-03-15');
  });

  test.each([
    ['to_payoff_day', 'business_day', '2026-03-16'],
    ['through_payoff_day', 'business_day', '2026-03-17'],
    ['to_payoff_day', 'day_of_receipt', '2026-03-15'],
  ] as const)(
    'the last installment, due on a Sunday, includes interest to the day to which a payment owes it: %s, %s',
    (payoffRule, accrueTo, to) => {
      const product = { ...BUILT_IN_TERMS, payoffRule, accrueTo };
      const loan = exampleLoan({
        product,
        termMonths: 2,
        scheduledPaidCents: payment,
        accruedThrough: on('2026-02-17'),
      });
      const { nextDueOn, nextDueCents } = pastDuePosition(loan, on('2026-03-02'));
      expect(nextDueOn).toBe('2026-03-15');
      expect(nextDueCents).toBe(total(owedOn(loan, on(to))));
    },
  );

  test('so does an earlier one, if the balance is less than the level payment', () => {
    const loan = exampleLoan({
      principalCents: cents(50_000),
      scheduledPaidCents: payment,
      accruedThrough: on('2026-02-17'),
    });
    expect(pastDuePosition(loan, on('2026-03-02'))).toMatchObject({
      nextDueOn: '2026-03-15',
      nextDueCents: total(owedOn(loan, on('2026-03-16'))),
    });
  });

  test('a charged-off loan is past due with the whole recoverable amount', () => {
    const loan = exampleLoan({ status: 'charged_off', chargedOffOn: on('2026-06-16'), interestCents: cents(700) });
    expect(pastDuePosition(loan, on('2026-09-01')).pastDueCents).toBe(1_200_700);
  });
});

/** What the schedule leaves after its term, in exact fractions: the balance times 120,000 to the power of the term. */
function left(principal: number, bps: number, term: number, payment: number): bigint {
  let balance = BigInt(principal);
  let scale = 1n;
  for (let month = 0; month < term; month += 1) {
    scale *= 120_000n;
    balance = balance * (120_000n + BigInt(bps)) - BigInt(payment) * scale;
  }
  return balance;
}
