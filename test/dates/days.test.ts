import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { daysAfter } from './days.js';

it('test:dates uses the next special days after a given day, in New York time', () => {
  const days = daysAfter(Temporal.Instant.from('2026-11-26T17:00:00Z'));
  expect(days.map(({ name, at, zone }) => `${name} ${at?.toString({ timeZoneName: 'never' }) ?? zone}`)).toEqual([
    'saturday 2026-11-28T12:00:00-05:00',
    'sunday 2026-11-29T12:00:00-05:00',
    'day-before-thanksgiving 2027-11-24T12:00:00-05:00',
    'thanksgiving 2027-11-25T12:00:00-05:00',
    'december-31 2026-12-31T12:00:00-05:00',
    'january-1 2027-01-01T12:00:00-05:00',
    'february-29 2028-02-29T12:00:00-05:00',
    'clocks-forward 2027-03-14T01:30:00-05:00',
    'clocks-back 2027-11-07T01:30:00-04:00',
    'minute-before-midnight 2026-11-27T23:59:00-05:00',
    'one-year-ahead 2027-11-26T12:00:00-05:00',
    'five-years-ahead 2031-11-26T12:00:00-05:00',
    'tokyo Asia/Tokyo',
    'los-angeles America/Los_Angeles',
  ]);
});
