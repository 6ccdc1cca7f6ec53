import { describe, expect, test } from 'vitest';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { LedgerBook } from '../../test/support/ledger-book.js';
import { sumOn } from '../journal.js';
import { historyOf } from '../loan-history-from-entries.js';
import { payoffCents } from '../rules/payoff.js';
import { BUILT_IN_TERMS } from '../rules/product-terms.js';

/*
 * 12,000.00 at 12 %; all but 10 cents is paid on 10 February and the rest, with that day's interest, by a payoff on the
 * 11th.
 */

const PAYOFF_DAY = on('2026-02-11');

interface Reopened {
  readonly book: LedgerBook;
  readonly payoff: number;
}

/**
 * The payment before the payoff is reversed on the day of the payoff: the loan owes again, with interest to the 12th.
 */
function reopened(): Reopened {
  const book = untouched();
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

describe('interest of a day that only a payoff includes is reversed with the payoff', () => {
  test('a loan charged off that day has the same loss as without it', () => {
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

  test('a payment of that day has paid none of its interest', () => {
    const { book, payoff } = reopened();
    posted(book.pay(100_000, PAYOFF_DAY));
    posted(book.reverse(payoff, PAYOFF_DAY));
    const never = untouched();
    posted(never.pay(100_000, PAYOFF_DAY));
    expect(book.loan).toEqual(never.loan);
    expect(receivable(book, 'interest')).toBe(book.loan.interestCents);
  });
});

describe('it stays if a later event on that day used it', () => {
  test('a recovery of the whole charged-off amount: the loan stays recovered, except for the amount of the payoff', () => {
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

  test('payments for the whole balance, the first of them smaller than that', () => {
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
    // Waived interest stays waived: the waived day is not charged again on the next.
    book.closeDaysBefore(on('2026-02-12'));
    expect(payoffCents(book.loan, on('2026-02-11'))).toBe(1_200_000 + book.loan.interestCents);
  });
});

describe('each such day on its own', () => {
  /**
   * On 11 June nearly everything is paid, then the rest; the first payment is reversed, all interest is waived, and the
   * payoff is reversed.
   */
  function inJune(book: LedgerBook): LedgerBook {
    const day = on('2026-06-11');
    book.closeDaysBefore(day);
    const nearly = posted(book.pay(payoffCents(book.loan, day) - 210, day));
    const payoff = posted(book.pay(payoffCents(book.loan, day), day));
    posted(book.reverse(nearly, day));
    const { interestCents } = book.loan;
    posted(book.waive({ component: 'interest', amountCents: interestCents, reason: 'goodwill' }, day));
    posted(book.reverse(payoff, day));
    return book;
  }

  test('a day reversed in February is not charged again because one in June is kept', () => {
    const never = untouched();
    posted(never.pay(600_000, PAYOFF_DAY));
    inJune(never);

    const { book, payoff } = reopened();
    posted(book.reverse(payoff, PAYOFF_DAY));
    const payment = posted(book.pay(600_000, PAYOFF_DAY));
    expect(book.loan.principalCents).toBe(610_652);
    inJune(book);
    expect(book.loan).toEqual(never.loan);
    expect(book.loan.principalCents).toBe(610_652);
    expect(book.entries.filter(({ reallocatesReference }) => reallocatesReference === payment)).toEqual([]);
  });

  test('nor is a day that no event used, of a payment between the payoff and its reversal', () => {
    const never = untouched();
    posted(never.pay(600_000, PAYOFF_DAY));
    inJune(never);

    const { book, payoff } = reopened();
    posted(book.pay(600_000, PAYOFF_DAY));
    posted(book.reverse(payoff, PAYOFF_DAY));
    inJune(book);
    expect(book.loan).toEqual(never.loan);
  });

  test('a day kept in February stays kept when another payment is reversed', () => {
    const { book, payoff } = reopened();
    posted(book.waive({ component: 'interest', amountCents: book.loan.interestCents, reason: 'goodwill' }, PAYOFF_DAY));
    posted(book.reverse(payoff, PAYOFF_DAY));
    const next = on('2026-02-12');
    const { interestCents } = book.loan;
    posted(book.reverse(posted(book.pay(600_000, next)), next));
    expect(book.loan).toMatchObject({ principalCents: 1_200_000, interestCents, accruedThrough: '2026-02-12' });
    expect(receivable(book, 'interest')).toBe(interestCents);
  });
});

describe('the days of a history', () => {
  const daysIn = (book: LedgerBook) =>
    historyOf(book.entries).events.flatMap((event) => ('on' in event ? [[event.kind, event.on, event.chargedTo]] : []));

  test('the fee of a payment returned on a day off has charged no interest to the next business day', () => {
    const book = new LedgerBook(exampleLoan({ product: { ...BUILT_IN_TERMS, accrueTo: 'day_of_receipt' } }));
    const returned = posted(book.pay(100_000, on('2026-02-06')));
    const saturday = on('2026-02-07');
    posted(book.reverse(returned, saturday, true));
    posted(book.pay(50_000, saturday));
    expect(daysIn(book)).toEqual([
      ['disbursement', '2026-01-15', '2026-01-15'],
      ['payment', '2026-02-07', '2026-02-07'],
    ]);
  });

  test('nor has a payment whose allocation changes, or a loss that grew', () => {
    const book = new LedgerBook(exampleLoan({ product: { ...BUILT_IN_TERMS, accrueTo: 'day_of_receipt' } }));
    const saturday = on('2026-02-07');
    const first = posted(book.pay(100_000, on('2026-02-05')));
    posted(book.pay(100_000, on('2026-02-06')));
    posted(book.reverse(first, saturday));
    posted(book.pay(50_000, saturday));
    expect(book.entries.map(({ type }) => type)).toContain('reallocation');
    expect(daysIn(book).at(-1)).toEqual(['payment', '2026-02-07', '2026-02-07']);

    const lost = new LedgerBook(exampleLoan({ product: { ...BUILT_IN_TERMS, accrueTo: 'day_of_receipt' } }));
    const before = posted(lost.pay(100_000, on('2026-02-05')));
    posted(lost.chargeOff(on('2026-02-06')));
    posted(lost.reverse(before, saturday));
    posted(lost.pay(50_000, saturday));
    expect(lost.entries.map(({ type }) => type)).toContain('loss_change');
    expect(daysIn(lost).at(-1)).toEqual(['payment', '2026-02-07', '2026-02-07']);
  });

  test('interest charged by a payoff counts until its reversal, and no longer', () => {
    const { book, payoff } = reopened();
    posted(book.pay(100_000, PAYOFF_DAY));
    posted(book.reverse(payoff, PAYOFF_DAY));
    posted(book.pay(200_000, PAYOFF_DAY));
    expect(daysIn(book).slice(1)).toEqual([
      ['payment', '2026-02-11', '2026-02-12'],
      ['payment', '2026-02-11', '2026-02-11'],
    ]);
  });
});
