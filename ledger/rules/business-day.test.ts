import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type IsoDate, isoDate } from '../../core/time/dates.js';
import {
  businessDayOf,
  endOfDay,
  isBusinessDay,
  nextBusinessDay,
  previousBusinessDay,
  rollForward,
} from './business-day.js';

const on = (date: string): IsoDate => isoDate(Temporal.PlainDate.from(date));

describe('business day', () => {
  test.each([
    ['2026-11-20T12:00:00Z', '2026-11-20', 'a Friday'],
    ['2026-11-21T04:59:59Z', '2026-11-20', 'still Friday in New York'],
    ['2026-11-21T05:00:00Z', '2026-11-23', 'Saturday rolls to Monday'],
    ['2026-07-03T03:59:00Z', '2026-07-02', 'daylight saving time'],
    ['2026-07-03T04:00:00Z', '2026-07-06', 'Independence Day on a Saturday is observed on Friday'],
    ['2027-07-05T16:00:00Z', '2027-07-06', 'Independence Day on a Sunday is observed on Monday'],
    ['2027-12-31T16:00:00Z', '2028-01-03', 'New Year’s Day on a Saturday is observed the year before'],
    ['2026-11-26T16:00:00Z', '2026-11-27', 'Thanksgiving'],
  ])('of %s is %s: %s', (instant, expected) => {
    expect(businessDayOf(Temporal.Instant.from(instant))).toBe(expected);
  });

  test('there is none after the last supported date', () => {
    expect(() => rollForward(on('9999-12-31'))).toThrow(RangeError);
  });

  /** As published by the US Office of Personnel Management. */
  test('the federal holidays of 2026 are not business days', () => {
    const holidays = [
      '01-01',
      '01-19',
      '02-16',
      '05-25',
      '06-19',
      '07-03',
      '09-07',
      '10-12',
      '11-11',
      '11-26',
      '12-25',
    ];
    const firstDay = Temporal.PlainDate.from('2026-01-01');
    const weekdaysOff = Array.from({ length: 365 }, (_, days) => firstDay.add({ days }))
      .filter((date) => date.dayOfWeek <= 5 && !isBusinessDay(isoDate(date)))
      .map((date) => isoDate(date).slice(5));
    expect(weekdaysOff).toEqual(holidays);
  });

  test('next and previous skip days off', () => {
    expect(nextBusinessDay(on('2026-12-24'))).toBe('2026-12-28');
    expect(previousBusinessDay(on('2026-12-28'))).toBe('2026-12-24');
  });

  test('a day ends at midnight in New York', () => {
    expect(endOfDay(on('2026-11-20'))).toBe('2026-11-21T05:00:00.000Z');
    expect(endOfDay(on('2026-07-02'))).toBe('2026-07-03T04:00:00.000Z');
  });
});
