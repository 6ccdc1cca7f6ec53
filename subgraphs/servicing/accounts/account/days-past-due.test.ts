import { expect, it } from 'vitest';
import type { IsoDate } from '../../../../core/time/dates.js';
import { daysPastDue } from './days-past-due.js';

const on = (date: string) => date as IsoDate;

it.each([
  ['the loan system never reported it', null, null, null],
  ['nothing is past due', 0, null, 0],
  ['an installment was due yesterday', 100, '2026-02-28', 1],
  ['an installment was due a month ago, across a month’s end', 100, '2026-01-31', 29],
  ['the installment is due today', 100, '2026-03-01', 0],
  ['the installment is due after the business day of the request', 100, '2026-03-05', 0],
])('days past due, when %s', (_, pastDueCents, oldestUnpaidOn, expected) => {
  const pastDue = { pastDueCents, oldestUnpaidOn: oldestUnpaidOn === null ? null : on(oldestUnpaidOn) };
  expect(daysPastDue(pastDue, on('2026-03-01'))).toBe(expected);
});
