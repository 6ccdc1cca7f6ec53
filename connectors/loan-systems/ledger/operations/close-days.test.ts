import { describe, expect, test } from 'vitest';
import { exampleLoan, on } from '../../../../test/support/example-loan.js';
import { closeDays } from './close-days.js';

describe('closing days', () => {
  test('an unpaid loan becomes delinquent when its installment is past due, and is charged off 120 days after', () => {
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

  test('in two runs is as in one', () => {
    const once = closeDays(exampleLoan(), on('2026-12-31'));
    const first = closeDays(exampleLoan(), on('2026-04-20'));
    const second = closeDays(first.loan, on('2026-12-31'));
    expect([...first.changes, ...second.changes]).toEqual(once.changes);
    expect(second.loan).toEqual(once.loan);
  });

  test('again through the same day changes nothing', () => {
    const { loan } = closeDays(exampleLoan(), on('2026-04-20'));
    expect(closeDays(loan, on('2026-04-20'))).toEqual({ loan, changes: [] });
  });
});
