import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../../core/time/dates.js';
import { MOST_POINTS, seriesDays } from './series-days.js';

const on = (text: string) => text as IsoDate;

describe('the days of a series', () => {
  it('DAY: each', () => {
    expect(seriesDays(on('2026-02-27'), on('2026-03-02'), 'DAY')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });

  it('WEEK: every Sunday and the last day', () => {
    expect(seriesDays(on('2026-11-02'), on('2026-11-18'), 'WEEK')).toEqual(['2026-11-08', '2026-11-15', '2026-11-18']);
  });

  it('MONTH: every month’s last day and the last day, without duplicates', () => {
    expect(seriesDays(on('2025-12-31'), on('2026-02-10'), 'MONTH')).toEqual(['2025-12-31', '2026-01-31', '2026-02-10']);
    expect(seriesDays(on('2026-01-01'), on('2026-02-28'), 'MONTH')).toEqual(['2026-01-31', '2026-02-28']);
  });

  it('is empty when the range begins after its end, and undefined when it is too long', () => {
    expect(seriesDays(on('2026-02-11'), on('2026-02-10'), 'DAY')).toEqual([]);
    expect(seriesDays(on('2020-01-01'), on('2026-02-10'), 'DAY')).toBeUndefined();
    expect(seriesDays(on('2020-01-01'), on('2026-02-10'), 'WEEK')?.length).toBeLessThan(MOST_POINTS);
  });
});
