import { expect, it } from 'vitest';
import { backoffMs, parsedRetryAfterMs } from './backoff.js';

it('a pause doubles up to eight seconds, and is 50–100 % of that', () => {
  const tries = [0, 1, 2, 3, 4, 5, 6, 60];
  expect(tries.map((n) => backoffMs(n, () => 1))).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  expect(tries.map((n) => backoffMs(n, () => 0))).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

it.each([
  [null, 0],
  ['0', 0],
  ['7', 7_000],
  [' 7 ', 7_000],
  ['60', 60_000],
  ['3600', 60_000],
  ['-1', 0],
  ['soon', 0],
  ['Mon, 23 Nov 2026 12:00:05 GMT', 5_000],
  ['Mon, 23 Nov 2026 13:00:00 GMT', 60_000],
  ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
])('Retry-After %j means a pause of %d ms', (header, ms) => {
  expect(parsedRetryAfterMs(header, Date.parse('2026-11-23T12:00:00Z'))).toBe(ms);
});
