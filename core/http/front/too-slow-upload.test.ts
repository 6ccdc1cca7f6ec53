import { expect, test } from 'vitest';
import { isTooSlow } from './too-slow-upload.js';

const MINUTE = 60_000;

test.each([
  ['a byte a second within the first half minute', 30, MINUTE / 2, MINUTE / 2, false],
  ['a byte a second for a minute', 60, MINUTE, MINUTE, true],
  ['a kilobyte a second for an hour', 3_600 * 1_024, 60 * MINUTE, 60 * MINUTE, false],
  ['half of that', 1_800 * 1_024, 60 * MINUTE, 60 * MINUTE, true],
  ['little, over a long time that was spent staging it', 60, MINUTE / 2, 50 * MINUTE, false],
  ['much, and for more than an hour', 1e9, MINUTE, 60 * MINUTE + 1, true],
])('a file that arrived at %s', (_, bytes, waitedMs, sinceBeginMs, expected) => {
  expect(isTooSlow({ bytes, waitedMs, sinceBeginMs })).toBe(expected);
});
