import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { addDays, daysBetween, isoDate } from './dates.js';

const dates = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => isoDate(Temporal.PlainDate.from(date.toISOString().slice(0, 10))));

test('addDays and daysBetween agree with Temporal', () => {
  fc.assert(
    fc.property(
      dates,
      fc.oneof(fc.integer({ min: -31, max: 31 }), fc.integer({ min: -20_000, max: 20_000 })),
      (date, days) => {
        const later = Temporal.PlainDate.from(date).add({ days });
        expect(addDays(date, days)).toBe(isoDate(later));
        expect(daysBetween(date, isoDate(later))).toBe(days);
      },
    ),
  );
});
