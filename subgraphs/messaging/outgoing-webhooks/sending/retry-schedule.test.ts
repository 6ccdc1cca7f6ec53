import { describe, expect, it } from 'vitest';
import { pauseAfter } from './retry-schedule.js';

const pause = (tries: number, retryAfterMs: number | null = null, chance = 0) =>
  pauseAfter({ tries, retryAfterMs }, chance);

describe('pauseAfter', () => {
  it('waits 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, then gives up', () => {
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) => (pause(tries) ?? 0) / 60_000);
    expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440]);
    expect(pause(10)).toBeUndefined();
  });

  it('adds up to a tenth at random', () => {
    expect(pause(2, null, 1)).toBe(330_000);
  });

  it('obeys Retry-After, between this pause and the next', () => {
    expect(pause(1, 60_000)).toBe(60_000);
    expect(pause(1, 1_000)).toBe(5_000);
    expect(pause(1, 3_600_000)).toBe(300_000);
    expect(pause(9, 999_999_999)).toBe(86_400_000);
  });
});
