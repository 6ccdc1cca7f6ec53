import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.js';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { LedgerBook } from '../../test/support/ledger-book.js';
import { BUILT_IN_TERMS } from '../rules/product-terms.js';
import { pastDuePosition } from '../rules/schedule.js';
import { closeDays, isNextDueCountedPastItsDate } from './close-days.js';
import { settled } from './operation-result.js';
import { pay } from './payment.js';

describe('closing days', () => {
  test('an unpaid loan becomes delinquent when its installment is past due, and is charged off 120 days later', () => {
    const { loan, changes } = closeDays(exampleLoan(), on('2026-12-31'));
    expect(
      changes.map(({ closedOn, loan: { status }, position }) => [closedOn, status, position.oldestUnpaidOn]),
    ).toEqual([
      ['2026-02-17', 'delinquent', '2026-02-15'],
      ['2026-03-16', 'delinquent', '2026-02-15'],
      ['2026-04-15', 'delinquent', '2026-02-15'],
      ['2026-05-15', 'delinquent', '2026-02-15'],
      ['2026-06-15', 'charged_off', '2026-02-15'],
    ]);
    expect(loan).toMatchObject({ status: 'charged_off', chargedOffOn: '2026-06-15', dayEndThrough: '2026-12-31' });
  });

  test('the past-due amount recorded last is right on every day, including days off when the whole remaining balance is past due', () => {
    const matured = exampleLoan({
      principalCents: cents(195_000),
      scheduledPaidCents: cents(exampleLoan().scheduledPaymentCents * 10),
      accruedThrough: on('2026-12-15'),
      dayEndThrough: on('2026-12-15'),
    });
    const { changes } = closeDays(matured, on('2027-03-31'));
    // A Friday, a Saturday, a Monday, and Presidents’ Day with the Tuesday after it.
    for (const day of [
      '2027-01-22',
      '2027-01-23',
      '2027-01-24',
      '2027-01-25',
      '2027-02-14',
      '2027-02-15',
      '2027-02-16',
    ]) {
      const recorded = changes.findLast(({ position }) => position.asOf <= day)?.position;
      expect({ ...recorded, asOf: day }).toEqual(pastDuePosition(matured, on(day)));
    }
  });

  test('a borrower who pays the recorded past-due amount on a Monday is current, or has paid the loan off', () => {
    const matured = exampleLoan({
      principalCents: cents(195_000),
      scheduledPaidCents: cents(exampleLoan().scheduledPaymentCents * 10),
      accruedThrough: on('2026-12-15'),
    });
    const { loan, changes } = closeDays(matured, on('2027-02-12'));
    const recorded =
      changes.findLast(({ position }) => position.asOf <= '2027-02-16')?.position.pastDueCents ?? cents(0);
    const terms = { externalReference: 'p', amountCents: recorded, paymentMethod: 'cash', memo: null };
    const paid = pay(loan, terms, on('2027-02-16'));
    expect(paid.kind === 'act' && settled(paid.loan, on('2027-02-16')).loan.status).toBe('paid_in_full');
  });

  test('a borrower who pays the next due amount on the due date, a Sunday, has paid the loan off', () => {
    for (const product of [BUILT_IN_TERMS, { ...BUILT_IN_TERMS, payoffRule: 'through_payoff_day' as const }]) {
      const book = new LedgerBook(exampleLoan({ product, termMonths: 2, scheduledPaymentCents: cents(608_000) }));
      expect(book.pay(608_000, on('2026-02-13'))).toEqual(expect.any(Number));
      book.closeDaysBefore(on('2026-03-15'));
      const { nextDueOn, nextDueCents } = pastDuePosition(book.loan, on('2026-03-15'));
      expect(nextDueOn).toBe('2026-03-15');
      expect(book.pay(nextDueCents ?? 0, on('2026-03-15'))).toEqual(expect.any(Number));
      expect(book.loan.status).toBe('paid_in_full');
    }
  });

  test('a next due amount recorded by a version that did not count days off is recorded again, once', () => {
    const last = {
      termMonths: 2,
      scheduledPaidCents: exampleLoan().scheduledPaymentCents,
      accruedThrough: on('2026-02-17'),
      dayEndThrough: on('2026-02-18'),
    };
    const onSunday = exampleLoan(last);
    expect(isNextDueCountedPastItsDate(onSunday)).toBe(true);
    const { nextDueOn, nextDueCents } = pastDuePosition(onSunday, on('2026-02-19'));
    const before = { nextDueOn, nextDueCents: cents(Number(nextDueCents) - 395) };
    const through = on('2026-03-13');
    const { changes, loan } = closeDays(onSunday, through, before);
    expect(changes).toMatchObject([
      { entries: [], closedOn: '2026-02-19', position: { asOf: '2026-02-20', nextDueOn: '2026-03-15', nextDueCents } },
    ]);
    expect(closeDays(onSunday, through, { nextDueOn, nextDueCents })).toEqual({ changes: [], loan });
    expect(closeDays(onSunday, through)).toEqual({ changes: [], loan });
    expect(isNextDueCountedPastItsDate(exampleLoan({ ...last, firstDueOn: on('2026-02-13') }))).toBe(false);
  });

  test('a loan is delinquent as soon as something is past due, even if it grows above the tolerance on a day off', () => {
    // The term ended on 15 January 2027; each day adds 65 cents.
    const product = { ...BUILT_IN_TERMS, toleranceCents: cents(200_050) };
    const matured = exampleLoan({
      product,
      principalCents: cents(200_000),
      scheduledPaidCents: cents(exampleLoan().scheduledPaymentCents * 11),
      accruedThrough: on('2027-01-23'),
      dayEndThrough: on('2027-01-21'),
    });
    const { loan, changes } = closeDays(matured, on('2027-01-22'));
    expect(changes.map(({ position, loan }) => [position.asOf, position.pastDueCents > 0, loan.status])).toEqual([
      ['2027-01-24', true, 'delinquent'],
      ['2027-01-25', true, 'delinquent'],
    ]);
    expect(changes[0]?.before.status).toBe('active');
    expect(loan.status).toBe('delinquent');
  });

  test('two runs give the same result as one', () => {
    const once = closeDays(exampleLoan(), on('2026-12-31'));
    const first = closeDays(exampleLoan(), on('2026-04-20'));
    const second = closeDays(first.loan, on('2026-12-31'));
    expect([...first.changes, ...second.changes]).toEqual(once.changes);
    expect(second.loan).toEqual(once.loan);
  });

  test('repeating the same day changes nothing', () => {
    const { loan } = closeDays(exampleLoan(), on('2026-04-20'));
    expect(closeDays(loan, on('2026-04-20'))).toEqual({ loan, changes: [] });
  });
});
