import { describe, expect, it } from 'vitest';
import { cents } from '../../../../core/money.js';
import type { IsoDate, IsoInstant } from '../../../../core/time/dates.js';
import type { Posting } from '../../../../loan-model/port.js';
import { afterLookup, msUntilLateLookup, msUntilLookup } from './outcome-lookup-schedule.js';

const posting: Posting = {
  externalId: '1',
  referenceNumber: 1,
  effectiveOn: '2026-01-05' as IsoDate,
  postedAt: '2026-01-05T12:00:00.000Z' as IsoInstant,
  amountCents: cents(100),
};
const ABSENT = { kind: 'answered', value: 'absent' } as const;
const FOUND = { kind: 'answered', value: posting } as const;
const UNAVAILABLE = { kind: 'unavailable' } as const;

describe('untilLook', () => {
  it.each([
    [-500, 500],
    [0, 0],
    [10, 0],
  ])('a lease that ended %d ms ago: lookup in %d ms', (abandonedForMs, expected) => {
    expect(msUntilLookup({ abandonedForMs, settleAfterMs: 1_000 })).toBe(expected);
  });
});

describe('afterLook', () => {
  it.each([
    ['found at once', 0, FOUND, { kind: 'posted', posting }],
    ['found later', 5_000, FOUND, { kind: 'posted', posting }],
    ['absent too early: it may still be on its way', 999, ABSENT, { kind: 'look_again', inMs: 1 }],
    [
      'absent, early: the next lookup is no later than the time at which absence is certain',
      100,
      ABSENT,
      { kind: 'look_again', inMs: 50 },
    ],
    ['absent when it can no longer appear', 1_000, ABSENT, { kind: 'failed' }],
    ['no answer, however late', 99_000, UNAVAILABLE, { kind: 'look_again', inMs: 50 }],
  ] as const)('%s', (_, abandonedForMs, found, expected) => {
    expect(afterLookup({ abandonedForMs, settleAfterMs: 1_000 }, found, 50)).toEqual(expected);
  });
});

describe('late lookups of what was given up', () => {
  const DAY_MS = 86_400_000;
  it.each([
    ['after a minute', 0, true, 60_000],
    ['then after ten minutes', 60_000, true, 540_000],
    ['after a day, the last one', 3_600_000, true, DAY_MS - 3_600_000],
    ['none after an answer to the last one', DAY_MS, true, undefined],
    ['daily as long as the last one is not answered', DAY_MS, false, DAY_MS],
    ['also days later', 9 * DAY_MS, false, DAY_MS],
  ])('%s', (_, givenUpForMs, isAnswered, expected) => {
    expect(msUntilLateLookup(givenUpForMs, isAnswered)).toBe(expected);
  });
});
