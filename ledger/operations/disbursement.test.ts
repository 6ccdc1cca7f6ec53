import { expect, test } from 'vitest';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { LedgerBook } from '../../test/support/ledger-book.js';

test('a loan must be disbursed before its first due date; otherwise it would be past due by the next morning', () => {
  const inTime = new LedgerBook({ pending: exampleLoan({ firstDueOn: on('2026-02-16') }) });
  // Presidents’ Day: an operation on it counts on the Tuesday.
  expect(inTime.payOut(on('2026-02-16'))).toEqual({ kind: 'refused', reason: 'first_due_date_passed' });
  expect(inTime.payOut(on('2026-02-13'))).toEqual(1);
  const onTheDay = new LedgerBook({ pending: exampleLoan({ firstDueOn: on('2026-02-13') }) });
  expect(onTheDay.payOut(on('2026-02-13'))).toEqual({ kind: 'refused', reason: 'first_due_date_passed' });
  expect(onTheDay.payOut(on('2026-02-12'))).toEqual(1);
  const tooLate = new LedgerBook({ pending: exampleLoan() });
  expect(tooLate.payOut(on('2026-08-03'))).toEqual({ kind: 'refused', reason: 'first_due_date_passed' });
  expect(tooLate.loan).toMatchObject({ status: 'pending', principalCents: 0 });
  expect(tooLate.entries).toEqual([]);
});
