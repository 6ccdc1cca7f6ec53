import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.js';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { LedgerBook } from '../../test/support/ledger-book.js';
import { sumOn } from '../journal.js';
import type { Loan } from '../loan.js';
import type { Opening } from '../replayable-loan-events.js';
import { payoffCents } from '../rules/payoff.js';
import { BUILT_IN_TERMS } from '../rules/product-terms.js';

/* Late fees of 25.00, ten days after an installment of 1,066.19 on the 15th. */

const FEE = cents(2_500);
const LEVEL = exampleLoan().scheduledPaymentCents;

function loan(changes: Partial<Loan> = {}): Loan {
  const product = { ...BUILT_IN_TERMS, lateFeeCents: FEE, lateFeeGraceDays: 10, chargeOffAtDays: null };
  return exampleLoan({ product, nsfFeeCents: cents(4_000), ...changes });
}

/** The installments that were charged a late fee, in order. */
function charged(book: LedgerBook, day: string): readonly (string | null)[] {
  book.closeDaysBefore(on(day));
  return book.entries.filter(({ type }) => type === 'late_fee').map(({ memo }) => memo);
}

/** Makes payments on the given days; each must be accepted. */
function paid(book: LedgerBook, ...payments: readonly (readonly [amount: number, day: string])[]): void {
  for (const [amount, day] of payments) expect(book.pay(amount, on(day)), day).toEqual(expect.any(Number));
}

describe('the paid part of late fees causes no further late fee, but excuses no other shortfall', () => {
  test('a borrower who pays only the installments has one late fee, however long the schedule is short by it, including the last installment', () => {
    const book = new LedgerBook(loan({ termMonths: 3, scheduledPaymentCents: cents(408_027) }));
    expect(charged(book, '2026-02-26')).toEqual(['installment 1']);
    paid(book, [408_027, '2026-02-26'], [408_027, '2026-03-13']);
    expect(charged(book, '2026-04-10')).toEqual(['installment 1']);
    // Everything but the fee and the interest that it has cost.
    paid(book, [408_027, '2026-04-15']);
    expect(book.loan.principalCents + book.loan.interestCents).toBeGreaterThan(FEE);
    expect(charged(book, '2026-12-31')).toEqual(['installment 1']);
  });

  test('the last installment is excused on its day and on every later one, even if the schedule has no shortfall', () => {
    const terms = { termMonths: 3, scheduledPaymentCents: cents(408_027) };
    const fees = (last: number) => {
      const book = new LedgerBook(loan(terms));
      paid(book, [408_027, '2026-02-26'], [408_027, '2026-03-13'], [last, '2026-04-15']);
      const lacks = 3 * 408_027 - book.loan.scheduledPaidCents;
      // The interest that the paid fee has cost is still owed.
      expect(book.loan.principalCents + book.loan.interestCents).toBeGreaterThan(0);
      return { lacks, evenings: ['2026-04-28', '2026-04-29', '2026-12-31'].map((day) => charged(book, day)) };
    };
    const one = ['installment 1'];
    expect(fees(408_027 + FEE - 1)).toEqual({ lacks: 1, evenings: [one, one, one] });
    expect(fees(408_027 + FEE)).toEqual({ lacks: 0, evenings: [one, one, one] });
    expect(fees(408_027 + FEE + 1)).toEqual({ lacks: -1, evenings: [one, one, one] });
  });

  test('the last installment is also excused when the one before it was paid with exactly the amount of the fee, or a cent more', () => {
    const fees = (second: number, last = 408_027) => {
      const book = new LedgerBook(loan({ termMonths: 3, scheduledPaymentCents: cents(408_027) }));
      paid(book, [408_027, '2026-02-26'], [second, '2026-03-13'], [last, '2026-04-15']);
      expect(book.loan.principalCents + book.loan.interestCents).toBeGreaterThan(0);
      return charged(book, '2026-12-31');
    };
    for (const beside of [-FEE, -1, 0, 1, 100].map((difference) => FEE + difference))
      expect(fees(408_027 + beside), `${beside}`).toEqual(['installment 1']);
    // A shortfall in the schedule is a shortfall of the last installment.
    expect(fees(408_027 + FEE, 408_026)).toEqual(['installment 1', 'installment 3']);
  });

  test('the last installment of a loan without an earlier late fee costs one as long as anything is left', () => {
    const book = new LedgerBook(loan({ termMonths: 3, scheduledPaymentCents: cents(408_027) }));
    paid(book, [408_027, '2026-02-25'], [408_027, '2026-03-25'], [408_027, '2026-04-15']);
    expect(book.loan.principalCents).toBeGreaterThan(0);
    expect(charged(book, '2026-12-31')).toEqual(['installment 3']);
  });

  test('an installment that is paid early, at once or in parts, or together with the late one, costs no further fee', () => {
    const [half, rest] = [60_000, LEVEL - 60_000];
    for (const payments of [
      [
        [LEVEL, '2026-02-26'],
        [LEVEL, '2026-03-02'],
      ],
      [
        [LEVEL, '2026-02-26'],
        [half, '2026-03-02'],
        [rest, '2026-03-09'],
      ],
      [[2 * LEVEL, '2026-02-26']],
    ] as const) {
      const book = new LedgerBook(loan());
      paid(book, ...payments);
      expect(charged(book, '2026-04-10')).toEqual(['installment 1']);
    }
  });

  test('paying the fee on top of the installment compensates it once the next one is paid: a later shortfall of less costs its own fee', () => {
    const book = new LedgerBook(loan());
    paid(book, [LEVEL + FEE, '2026-02-26'], [LEVEL, '2026-03-13'], [LEVEL - 2_000, '2026-04-15']);
    expect(charged(book, '2026-05-01')).toEqual(['installment 1', 'installment 3']);
  });

  test('the split of the same money between two payments makes no difference: a cent more in the first costs nothing', () => {
    const both = 2 * LEVEL + FEE - 2_000;
    const fees = (first: number) => {
      const book = new LedgerBook(loan());
      paid(book, [first, '2026-02-26'], [both - first, '2026-03-13']);
      return charged(book, '2026-03-26');
    };
    for (const beside of [-FEE, -1, 0, 1, 100, FEE, LEVEL - FEE - 2_000])
      expect(fees(LEVEL + FEE + beside), `${beside}`).toEqual(['installment 1']);
    const book = new LedgerBook(loan());
    paid(book, [LEVEL + FEE + 1, '2026-02-26'], [LEVEL - FEE - 2, '2026-03-13']);
    expect(charged(book, '2026-03-26')).toEqual(['installment 1', 'installment 2']);
  });

  test('a borrower who catches up later has compensated it, too', () => {
    const book = new LedgerBook(loan());
    paid(book, [LEVEL, '2026-02-26'], [LEVEL + FEE, '2026-03-13'], [LEVEL - 1, '2026-04-15']);
    expect(charged(book, '2026-05-01')).toEqual(['installment 1', 'installment 3']);
  });

  test('a missed installment costs its fee, however many fees there were', () => {
    const book = new LedgerBook(loan({ scheduledPaymentCents: cents(2_400) }));
    expect(charged(book, '2026-05-28')).toEqual([1, 2, 3, 4].map((number) => `installment ${number}`));
  });

  test('a returned-payment fee is no late fee, and its paid part counts as a shortfall', () => {
    const book = new LedgerBook(loan());
    const returned = book.pay(LEVEL, on('2026-02-13'));
    expect(typeof returned === 'number' && book.reverse(returned, on('2026-02-18'), true)).toEqual(expect.any(Number));
    paid(book, [LEVEL, '2026-02-19']);
    expect(charged(book, '2026-02-27')).toEqual(['installment 1']);
  });

  test('a waived fee has no paid part', () => {
    const book = new LedgerBook(loan());
    book.closeDaysBefore(on('2026-02-26'));
    book.waive({ component: 'fees', amountCents: FEE, reason: 'goodwill' }, on('2026-02-26'));
    paid(book, [LEVEL - 2_000, '2026-02-26'], [LEVEL, '2026-03-13']);
    expect(charged(book, '2026-03-26')).toEqual(['installment 1', 'installment 2']);
  });

  test('a waiver is allocated to other fees first: a remaining late fee keeps its paid part, and excuses it', () => {
    const book = new LedgerBook(loan());
    const returned = book.pay(LEVEL, on('2026-02-13'));
    expect(typeof returned === 'number' && book.reverse(returned, on('2026-02-18'), true)).toEqual(expect.any(Number));
    book.closeDaysBefore(on('2026-02-26'));
    book.waive({ component: 'fees', amountCents: cents(4_000), reason: 'goodwill' }, on('2026-02-26'));
    expect(book.loan).toMatchObject({ feesCents: FEE, lateFeesCents: FEE });
    paid(book, [LEVEL, '2026-02-26'], [LEVEL, '2026-03-13']);
    expect(charged(book, '2026-03-26')).toEqual(['installment 1']);
  });

  test('once the payment that paid the fee is reversed, the fee is owed again and has no paid part', () => {
    const book = new LedgerBook(loan());
    book.closeDaysBefore(on('2026-02-26'));
    const returned = book.pay(LEVEL, on('2026-02-26'));
    expect(book.loan).toMatchObject({ lateFeesCents: 0, takenByLateFeesCents: FEE });
    expect(typeof returned === 'number' && book.reverse(returned, on('2026-03-02'))).toEqual(expect.any(Number));
    expect(book.loan).toMatchObject({ lateFeesCents: FEE, takenByLateFeesCents: 0 });
  });
});

test('the entry of a late fee includes the interest accrued to its day', () => {
  const book = new LedgerBook(loan());
  charged(book, '2026-02-26');
  // 41 days of 12,000.00 at 12 %
  expect(book.entries.at(-1)).toMatchObject({ type: 'late_fee', effectiveOn: '2026-02-25' });
  expect(sumOn(book.entries.at(-1)?.lines ?? [], ['interest_income'])).toBe(-16_175);
  expect(book.loan).toMatchObject({ interestCents: 16_175, accruedThrough: '2026-02-25' });
});

describe('an installment whose last day without a late fee fell while the loan was not open costs none', () => {
  test('a reversed charge-off: installments due before it had their fees, those after it get theirs', () => {
    const book = new LedgerBook(loan());
    book.closeDaysBefore(on('2026-04-10'));
    book.chargeOff(on('2026-04-10'));
    book.pay(10_000, on('2026-06-10'));
    book.undoChargeOff(on('2026-09-15'));
    expect(charged(book, '2026-09-25')).toEqual(['installment 1', 'installment 2']);
    expect(charged(book, '2026-09-28')).toEqual(['installment 1', 'installment 2', 'installment 8']);
  });

  test('also one that day-end makes on that very day', () => {
    const book = new LedgerBook(loan({ product: { ...loan().product, chargeOffAtDays: 10 } }));
    book.closeDaysBefore(on('2026-02-26'));
    expect(book.loan.chargedOffOn).toBe('2026-02-25');
    paid(book, [LEVEL, '2026-02-26']);
    book.undoChargeOff(on('2026-02-26'));
    expect(charged(book, '2026-03-10')).toEqual([]);
  });

  test('a reversed payoff of a loan that was closed', () => {
    const book = new LedgerBook(loan());
    paid(book, [LEVEL, '2026-02-13']);
    const payoff = book.pay(payoffCents(book.loan, on('2026-03-13')), on('2026-03-13'));
    book.close(on('2026-03-16'));
    expect(typeof payoff === 'number' && book.reverse(payoff, on('2026-07-01'), true)).toEqual(expect.any(Number));
    expect(charged(book, '2026-07-27')).toEqual([]);
    expect(charged(book, '2026-07-28')).toEqual(['installment 6']);
  });
});

describe('on a boarded loan', () => {
  /** Four of twelve installments are due and paid. */
  const boarded = (asOf: string, opening: Partial<Opening> = {}) =>
    new LedgerBook({
      boarded: {
        ...loan(),
        asOf: on(asOf),
        opening: {
          principalCents: cents(820_000),
          interestCents: cents(0),
          feesCents: cents(0),
          scheduledPaidCents: cents(4 * LEVEL),
          chargedOffOn: null,
          ...opening,
        },
      },
    });

  test('a missed installment costs its fee, as on any other loan', () => {
    expect(charged(boarded('2026-06-01'), '2026-06-26')).toEqual(['installment 5']);
  });

  test('installments whose grace days ended before the cut-over were the previous system’s to charge; those ending on or after it are charged by the ledger', () => {
    expect(charged(boarded('2026-05-27', { scheduledPaidCents: cents(3 * LEVEL) }), '2026-06-15')).toEqual([]);
    const during = boarded('2026-05-22', { scheduledPaidCents: cents(3 * LEVEL) });
    expect(charged(during, '2026-06-15')).toEqual(['installment 4']);
  });

  test('boarded fees may be late fees: their part of an installment’s payment causes no further fee', () => {
    const book = boarded('2026-06-01', { feesCents: cents(5_000) });
    paid(book, [LEVEL, '2026-06-15']);
    expect(charged(book, '2026-06-26')).toEqual([]);
    paid(book, [LEVEL - 1, '2026-07-15']);
    expect(charged(book, '2026-08-01')).toEqual(['installment 6']);
  });
});
