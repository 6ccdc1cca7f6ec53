import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { FREQUENCY_UNITS } from '../../../../core/contract/autopay.js';
import { addDays, daysBetween, type IsoDate, isoDate } from '../../../../core/time/dates.js';
import { type Cadence, firstRun, latestRunOnOrBefore, run, runAfter, runOnOrAfter, runsBetween } from './cadence.js';

const date = (text: string) => text as IsoDate;
const cadence = (fields: Partial<Cadence> & { startDate: IsoDate }): Cadence => ({
  frequencyUnit: 'month',
  frequencyInterval: 1,
  anchorDay: null,
  ...fields,
});
const firstRuns = (of: Cadence, count: number) => Array.from({ length: count }, (_, number) => run(of, number));

describe('the dates of a schedule', () => {
  it.each<[string, Partial<Cadence> & { startDate: IsoDate }, string[]]>([
    [
      'every two weeks',
      { startDate: date('2026-01-05'), frequencyUnit: 'week', frequencyInterval: 2 },
      ['2026-01-05', '2026-01-19', '2026-02-02', '2026-02-16'],
    ],
    [
      'every ten days, over a change of the clocks',
      { startDate: date('2026-03-01'), frequencyUnit: 'day', frequencyInterval: 10 },
      ['2026-03-01', '2026-03-11', '2026-03-21', '2026-03-31'],
    ],
    [
      'monthly from the 31st: month ends, and back to the 31st',
      { startDate: date('2026-01-31') },
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    [
      'monthly anchored to 31 from the middle of February',
      { startDate: date('2026-02-15'), anchorDay: 31 },
      ['2026-02-28', '2026-03-31', '2026-04-30'],
    ],
    [
      'an anchor that the first month has passed: the next month’s',
      { startDate: date('2026-01-20'), anchorDay: 15, frequencyInterval: 2 },
      ['2026-02-15', '2026-04-15', '2026-06-15'],
    ],
    [
      'yearly from 29 February: the 28th, and the 29th in leap years',
      { startDate: date('2024-02-29'), frequencyUnit: 'year' },
      ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
    ],
    [
      'every second year',
      { startDate: date('2026-07-04'), frequencyUnit: 'year', frequencyInterval: 2 },
      ['2026-07-04', '2028-07-04', '2030-07-04'],
    ],
  ])('%s', (_, fields, expected) => {
    expect(firstRuns(cadence(fields), expected.length)).toEqual(expected);
  });
});

const FIRST_DAY = date('2020-01-01');
const day = fc.integer({ min: 0, max: 366 * 12 }).map((days) => addDays(FIRST_DAY, days));
const anyCadence = fc
  .record({
    frequencyUnit: fc.constantFrom(...FREQUENCY_UNITS),
    frequencyInterval: fc.integer({ min: 1, max: 40 }),
    startDate: day,
    anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
  })
  .map(
    (made): Cadence => ({
      ...made,
      anchorDay: made.frequencyUnit === 'month' || made.frequencyUnit === 'year' ? made.anchorDay : null,
    }),
  );

describe('whatever the cadence', () => {
  const holds = (property: (of: Cadence, on: IsoDate) => void) => fc.assert(fc.property(anyCadence, day, property));

  it('the first run is on or after the start, within a month and a day of it', () =>
    holds((of) => {
      expect(firstRun(of) >= of.startDate).toBe(true);
      expect(daysBetween(of.startDate, firstRun(of))).toBeLessThanOrEqual(31);
    }));

  it('each run is interval times unit later, on its anchor day or the month’s last day: there is no drift', () =>
    holds((of) => {
      const runs = firstRuns(of, 40);
      const pinnedDay = of.anchorDay ?? Number(of.startDate.slice(8));
      for (const [index, each] of runs.entries()) {
        if (index > 0) expect(each > (runs[index - 1] ?? '')).toBe(true);
        const plain = Temporal.PlainDate.from(each);
        if (of.frequencyUnit === 'day' || of.frequencyUnit === 'week') {
          const span = { [`${of.frequencyUnit}s`]: index * of.frequencyInterval };
          expect(each).toBe(isoDate(Temporal.PlainDate.from(of.startDate).add(span)));
        } else {
          expect(plain.day).toBe(Math.min(pinnedDay, plain.daysInMonth));
          const months = of.frequencyInterval * (of.frequencyUnit === 'year' ? 12 : 1) * index;
          expect(plain.toPlainYearMonth().toString()).toBe(
            Temporal.PlainDate.from(firstRun(of)).toPlainYearMonth().add({ months }).toString(),
          );
        }
      }
    }));

  it('runAfter, runOnOrAfter and latestRunOnOrBefore agree with counting the runs one by one', () =>
    holds((of, on) => {
      const runs: IsoDate[] = [];
      for (let number = 0; (runs.at(-1) ?? FIRST_DAY) <= on; number += 1) runs.push(run(of, number));
      expect(runAfter(of, on)).toBe(runs.find((each) => each > on));
      expect(runOnOrAfter(of, on)).toBe(runs.find((each) => each >= on));
      expect(latestRunOnOrBefore(of, on)).toBe(runs.findLast((each) => each <= on) ?? null);
      expect(runsBetween(of, FIRST_DAY, on)).toEqual(runs.filter((each) => each <= on));
    }));
});
