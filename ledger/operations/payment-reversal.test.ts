import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.js';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { LedgerBook } from '../../test/support/ledger-book.js';
import { proveHistories } from '../../test/support/ledger-histories.js';
import type { Loan, LoanTerms } from '../loan.js';
import { historyOf } from '../loan-history-from-entries.js';
import { payoffCents } from '../rules/payoff.js';
import { levelPaymentCents } from '../rules/schedule.js';
import type { Refusal } from './operation-result.js';

describe('a reversal leaves the loan as if the payment had never been made', () => {
  test('in 300 histories, with any later events, in any order', { timeout: 180_000 }, () => {
    const met = proveHistories(300);
    for (const [what, count] of Object.entries(met)) expect(count, what).toBeGreaterThan(20);
  });

  test('10,000.00 at 36 %, the first of three payments returned: 9,981.45 of principal, not 9,662.20', () => {
    const book = new LedgerBook(lent(1_000_000, 36, '2023-12-12'));
    const first = done(book.pay(45_804, on('2024-01-12')));
    const second = done(book.pay(45_804, on('2024-02-12')));
    const third = done(book.pay(45_804, on('2024-03-12')));
    expect(book.loan.principalCents).toBe(950_991);
    const before = structuredClone(book.entries);

    const reversal = done(book.reverse(first, on('2024-03-15')));
    expect(book.loan.principalCents).toBe(998_145);
    expect(book.entries.slice(0, before.length)).toEqual(before);
    // The changes are recorded as such: no part of the second payment goes to principal any more.
    expect(book.entries.slice(reversal).map(({ transaction }) => transaction)).toMatchObject([
      { type: 'reallocation', reallocatesExternalId: String(second), amountCents: 0, effectiveAt: '2024-03-15' },
      { type: 'reallocation', reallocatesExternalId: String(third), amountCents: 0, effectiveAt: '2024-03-15' },
    ]);
    for (const { transaction } of book.entries.slice(reversal)) {
      expect(Number(transaction.principalCents) + Number(transaction.interestCents)).toBe(0);
      expect(transaction.principalCents).toBeGreaterThan(0);
    }
    expect(historyOf(book.entries).payments.map(({ split }) => split.principalCents)).toEqual([0, 1_855]);
  });

  test('31,409.47 at 36 %: a payment of 1,134.92, a payoff, then the first reversed: 1,842.81 is owed, and due', () => {
    const book = new LedgerBook(lent(3_140_947, 60, '2024-02-14'));
    const first = done(book.pay(113_492, on('2024-03-14')));
    done(book.pay(payoffCents(book.loan, on('2024-05-08')), on('2024-05-08')));
    expect(book.loan).toMatchObject({ status: 'paid_in_full', paidOffOn: '2024-05-08' });

    const day = on('2026-01-12');
    done(book.reverse(first, day));
    expect(payoffCents(book.loan, day)).toBe(184_281);
    expect(book.loan).toMatchObject({ status: 'active', principalCents: 114_775, paidOffOn: null });
  });

  test('a charge-off that the replay would have had earlier is made by the next day-end, dated then', () => {
    const book = new LedgerBook(exampleLoan());
    const first = done(book.pay(1_000, on('2026-02-13')));
    done(book.pay(payoffCents(book.loan, on('2026-02-17')), on('2026-02-17')));
    done(book.reverse(first, on('2027-06-01')));
    expect(book.loan).toMatchObject({ status: 'delinquent', chargedOffOn: null });
    book.closeDaysBefore(on('2027-06-04'));
    expect(book.loan).toMatchObject({ status: 'charged_off', chargedOffOn: '2027-06-01' });
  });

  test('after a charge-off, for a payment from before it: the charge-off is unchanged, and the loss grows by an entry of its own', () => {
    const book = new LedgerBook(exampleLoan());
    const first = done(book.pay(100_000, on('2026-02-17')));
    book.closeDaysBefore(on('2026-08-03'));
    const chargeOff = book.entries.at(-1);
    expect(chargeOff).toMatchObject({ type: 'charge_off' });
    const lostBefore = Number(chargeOff?.transaction.amountCents);

    const reversal = done(book.reverse(first, on('2026-09-01'), true));
    expect(book.entries.slice(reversal - 1).map(({ type }) => type)).toEqual(['nsf_return', 'loss_change']);
    // 1,000.00, and the interest that its principal would have earned until the charge-off.
    const grown = book.entries.at(-1)?.transaction;
    expect(grown).toMatchObject({ type: 'charge_off', effectiveAt: '2026-09-01', feesCents: 0 });
    expect(Number(grown?.amountCents)).toBeGreaterThan(100_000);
    expect(book.entries[chargeOff ? chargeOff.referenceNumber - 1 : 0]).toEqual(chargeOff);
    expect(payoffCents(book.loan, on('2026-09-01'))).toBe(lostBefore + Number(grown?.amountCents));
  });

  test('a loan that was recovered in full is closed, and reopens when a recovery is reversed', () => {
    const book = new LedgerBook(exampleLoan());
    book.closeDaysBefore(on('2026-08-03'));
    const recovery = done(book.pay(payoffCents(book.loan, on('2026-08-03')), on('2026-08-03')));
    expect(book.loan).toMatchObject({ status: 'closed', chargedOffOn: '2026-06-15', paidOffOn: null });
    done(book.reverse(recovery, on('2026-08-10')));
    expect(book.loan).toMatchObject({ status: 'charged_off', chargedOffOn: '2026-06-15' });
  });
});

describe('a reversal', () => {
  test('for a returned payment costs the NSF fee, in its own entry', () => {
    const book = new LedgerBook(exampleLoan());
    const first = done(book.pay(100_000, on('2026-02-17')));
    const back = done(book.reverse(first, on('2026-02-20'), true));
    expect(book.loan.feesCents).toBe(2_500);
    expect(book.entries.slice(back - 1)).toMatchObject([
      { type: 'nsf_return', reversesReference: first, transaction: { type: 'nsf', amountCents: -100_000 } },
      { type: 'nsf_fee', transaction: { type: 'fee', amountCents: 2_500 } },
    ]);
  });

  test('is refused for an unknown payment, and for one already reversed', () => {
    const book = new LedgerBook(exampleLoan());
    expect(book.reverse(7, on('2026-02-20'))).toEqual({ kind: 'refused', reason: 'payment_not_found' });
    const first = done(book.pay(cents(100_000), on('2026-02-17')));
    done(book.reverse(first, on('2026-02-20')));
    expect(book.reverse(first, on('2026-02-20'))).toEqual({ kind: 'refused', reason: 'payment_not_found' });
  });

  test('reopens a closed loan, which continues like one that was never paid off', () => {
    const [book, never] = [new LedgerBook(exampleLoan()), new LedgerBook(exampleLoan())];
    const payoff = done(book.pay(payoffCents(book.loan, on('2026-02-17')), on('2026-02-17')));
    done(book.close(on('2026-02-18')));
    expect(book.loan).toMatchObject({ status: 'closed', paidOffOn: '2026-02-17' });
    book.closeDaysBefore(on('2026-03-02'));
    done(book.reverse(payoff, on('2026-03-02')));
    expect(book.loan).toMatchObject({ status: 'delinquent', paidOffOn: null });
    for (const one of [book, never]) {
      one.closeDaysBefore(on('2026-05-01'));
      done(one.pay(100_000, on('2026-05-01')));
      one.closeDaysBefore(on('2026-12-31'));
    }
    expect(book.loan).toEqual(never.loan);
    expect(book.loan).toMatchObject({ status: 'charged_off' });
  });
});

/** At 36 %, with this number of remaining months, starting with the next. */
function lent(principal: number, termMonths: number, day: string): Loan {
  const terms: Partial<LoanTerms> = {
    originatedOn: on(day),
    firstDueOn: on(
      day.replace(/^(\d+)-(\d+)-/, (_, year: string, month: string) => nextMonth(Number(year), Number(month))),
    ),
    originalPrincipalCents: cents(principal),
    annualRateBps: 3_600,
    termMonths,
    scheduledPaymentCents: levelPaymentCents(cents(principal), { annualRateBps: 3_600 }, termMonths),
  };
  return exampleLoan(terms);
}

function nextMonth(year: number, month: number): string {
  return month === 12 ? `${year + 1}-01-` : `${year}-${String(month + 1).padStart(2, '0')}-`;
}

function done(result: number | Refusal): number {
  if (typeof result !== 'number') throw new Error(result.reason);
  return result;
}
