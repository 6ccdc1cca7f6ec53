import { expect, it } from 'vitest';
import { on } from '../../../../test/support/example-loan.js';
import { dueDate, isOverdue, nextTryOn } from './retry-days.js';

const MONTHLY = {
  frequencyUnit: 'month',
  frequencyInterval: 1,
  startDate: on('2026-01-10'),
  anchorDay: null,
  endDate: null,
} as const;
const dueOn = (day: string) => ({ dueOn: on(day), releasedOn: null });
const DAILY = { ...MONTHLY, frequencyUnit: 'day' } as const;
const WEEKLY = { ...MONTHLY, frequencyUnit: 'week' } as const;

it.each([
  ['2026-01-10', '2026-01-11'],
  ['2026-01-11', '2026-01-13'],
  ['2026-01-12', '2026-01-13'],
  ['2026-01-13', '2026-01-17'],
  ['2026-01-17', null],
  ['2026-02-01', null],
])('monthly, due on the 10th, declined on %s: next try %s', (today, expected) => {
  expect(nextTryOn(dueDate(MONTHLY, dueOn('2026-01-10')), on(today))).toBe(expected);
});

it('weekly: the seventh day is the next date, which takes over', () => {
  const due = dueDate(WEEKLY, dueOn('2026-01-10'));
  expect(nextTryOn(due, on('2026-01-11'))).toBe('2026-01-13');
  expect(nextTryOn(due, on('2026-01-13'))).toBeNull();
});

it('daily: there is no other try', () => {
  expect(nextTryOn(dueDate(DAILY, dueOn('2026-01-10')), on('2026-01-10'))).toBeNull();
});

it('the last date before the end has no next date: it is tried on the seventh day', () => {
  const due = dueDate({ ...WEEKLY, endDate: on('2026-01-12') }, dueOn('2026-01-10'));
  expect(nextTryOn(due, on('2026-01-13'))).toBe('2026-01-17');
  expect(['2026-01-17', '2026-01-18'].map((today) => isOverdue(due, null, on(today)))).toEqual([false, true]);
});

it('a date is over when the next date has come', () => {
  const due = dueDate(WEEKLY, dueOn('2026-01-10'));
  expect(['2026-01-16', '2026-01-17'].map((today) => isOverdue(due, null, on(today)))).toEqual([false, true]);
});

it('a date whose first try is late may still be charged on the day of that try', () => {
  const due = dueDate({ ...WEEKLY, endDate: on('2026-01-12') }, dueOn('2026-01-10'));
  const tried = (today: string) => isOverdue(due, on('2026-02-03'), on(today));
  expect([tried('2026-02-03'), tried('2026-02-04')]).toEqual([false, true]);
});

it('released after its days: its tries are counted from the release, and the next date still ends them', () => {
  const late = dueDate(
    { ...MONTHLY, endDate: on('2026-01-31') },
    { dueOn: on('2026-01-10'), releasedOn: on('2026-03-02') },
  );
  expect(['2026-03-02', '2026-03-03', '2026-03-09', '2026-03-10'].map((day) => isOverdue(late, null, on(day)))).toEqual(
    [...[false, false, false, true]],
  );
  expect(nextTryOn(late, on('2026-03-02'))).toBe('2026-03-03');
  const monthly = dueDate(MONTHLY, { dueOn: on('2026-01-10'), releasedOn: on('2026-02-09') });
  expect(['2026-02-09', '2026-02-10'].map((day) => isOverdue(monthly, null, on(day)))).toEqual([false, true]);
});
