import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sustainedWindow } from './limits.js';

describe('sustainedWindow', () => {
  it.each([
    [600, { points: 10, duration: 1 }],
    [60, { points: 1, duration: 1 }],
    [90, { points: 3, duration: 2 }],
    [1, { points: 1, duration: 60 }],
    [61, { points: 61, duration: 60 }],
  ])('%i a minute', (perMinute, window) => {
    expect(sustainedWindow(perMinute)).toEqual(window);
  });

  it('is exact, in whole numbers, for every rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (perMinute) => {
        const { points, duration } = sustainedWindow(perMinute);
        expect(points * (60 / duration)).toBe(perMinute);
        expect([points, duration].every(Number.isInteger)).toBe(true);
      }),
    );
  });
});
