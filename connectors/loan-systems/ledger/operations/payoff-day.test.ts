import { describe, expect, test } from 'vitest';
import { exampleLoan, on } from '../../../../test/support/example-loan.js';
import { LedgerBook } from '../../../../test/support/ledger-book.js';
import { sumOn } from '../journal.js';
import { payoffCents } from '../rules/payoff.js';
import { BUILT_IN_TERMS } from '../rules/product-terms.js';

/* 12,000.00 at 12 %, of which all but 10 cents is paid on 10 February and the rest, with that day's interest, by a payoff on the 11th. */

const PAYOFF_DAY = on('2026-02-11');

interface Reopened {
  readonly book: LedgerBook;
  readonly payoff: number;
}

/** The payment before the payoff comes back on the day of the payoff: the loan owes again, with interest to the 12th. */
function reopened(): Reopened {
  const book = new LedgerBook(exampleLoan({ product: { ...BUILT_IN_TERMS, payoffRule: 'through_payoff_day' } }));
  book.closeDaysBefore(on('2026-02-10'));
  const first = posted(book.pay(payoffCents(book.loan, on('2026-02-10')) - 405, on('2026-02-10')));
  const left = payoffCents(book.loan, PAYOFF_DAY);
  const payoff = posted(book.pay(left, PAYOFF_DAY));
  expect(book.loan.status).toBe('paid_in_full');
  posted(book.reverse(first, PAYOFF_DAY));
  expect(book.loan).toMatchObject({ status: 'active', accruedThrough: '2026-02-12' });
  return { book, payoff };
}

/** The same loan as if neither payment had been made. */
function untouched(): LedgerBook {
  return new LedgerBook(exampleLoan({ product: { ...BUILT_IN_TERMS, payoffRule: 'through_payoff_day' } }));
}

function posted(result: unknown): number {
  if (typeof result !== 'number') throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}

function receivable({ entries }: LedgerBook, component: 'principal' | 'interest'): number {
  return entries.reduce(
    (sum, { lines }) => sum + sumOn(lines, [`${component}_receivable`, `recoverable_${component}`]),
    0,
  );
}

describe('the interest of a day that only a payoff owes goes with the payoff', () => {
  test('a loan that was charged off that day has lost what it would have lost without it', () => {
    const { book, payoff } = reopened();
    posted(book.chargeOff(PAYOFF_DAY));
    posted(book.reverse(payoff, PAYOFF_DAY));
    const never = untouched();
    posted(never.chargeOff(PAYOFF_DAY));
    expect(book.loan).toEqual(never.loan);
    expect(receivable(book, 'interest')).toBe(book.loan.interestCents);
    const loss = book.entries.reduce((sum, { lines }) => sum + sumOn(lines, ['charge_off_expense']), 0);
    expect(loss).toBe(book.loan.principalCents + book.loan.interestCents);
  });

  test('a payment of that day has paid no interest of it', () => {
    const { book, payoff } = reopened();
    posted(book.pay(100_000, PAYOFF_DAY));
    posted(book.reverse(payoff, PAYOFF_DAY));
    const never = untouched();
    posted(never.pay(100_000, PAYOFF_DAY));
    expect(book.loan).toEqual(never.loan);
    expect(receivable(book, 'interest')).toBe(book.loan.interestCents);
  });
});

describe('it stays where something that followed on that day took it', () => {
  test('a recovery of all that was written off: the loan stays recovered, but for what the payoff had paid', () => {
    const { book, payoff } = reopened();
    posted(book.chargeOff(PAYOFF_DAY));
    posted(book.pay(payoffCents(book.loan, PAYOFF_DAY), PAYOFF_DAY));
    expect(book.loan.status).toBe('closed');
    posted(book.reverse(payoff, PAYOFF_DAY));
    const { principalCents, interestCents } = book.loan;
    expect(principalCents + interestCents).toBe(book.entries[payoff - 1]?.transaction.amountCents);
    expect(book.loan).toMatchObject({ status: 'charged_off', chargedOffOn: '2026-02-11' });
    expect([receivable(book, 'principal'), receivable(book, 'interest')]).toEqual([principalCents, interestCents]);
  });

  test('payments that came for all that was owed, the first of them less than that', () => {
    const { book, payoff } = reopened();
    posted(book.pay(600_000, PAYOFF_DAY));
    posted(book.pay(payoffCents(book.loan, PAYOFF_DAY), PAYOFF_DAY));
    expect(book.loan.status).toBe('paid_in_full');
    posted(book.reverse(payoff, PAYOFF_DAY));
    const { principalCents, interestCents } = book.loan;
    expect(principalCents + interestCents).toBe(book.entries[payoff - 1]?.transaction.amountCents);
    expect([receivable(book, 'principal'), receivable(book, 'interest')]).toEqual([principalCents, interestCents]);
  });

  test('a waiver of all interest: no interest is owed that day, and none is negative', () => {
    const { book, payoff } = reopened();
    const { interestCents } = book.loan;
    posted(book.waive({ component: 'interest', amountCents: interestCents, reason: 'goodwill' }, PAYOFF_DAY));
    posted(book.reverse(payoff, PAYOFF_DAY));
    expect(book.loan.interestCents).toBeGreaterThanOrEqual(0);
    expect(receivable(book, 'interest')).toBe(book.loan.interestCents);
    // What is waived stays waived: the day that was waived is not charged again on the next.
    book.closeDaysBefore(on('2026-02-12'));
    expect(payoffCents(book.loan, on('2026-02-11'))).toBe(1_200_000 + book.loan.interestCents);
  });
});
