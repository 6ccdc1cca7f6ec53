import { describe, expect, it } from 'vitest';
import { duePass, nextPass, type PreviousPasses } from './next-pass.js';

const before: PreviousPasses = { mode: 'incremental', isFinished: true, attempts: 0, hasBeenSynced: true };

describe('nextPass', () => {
  it.each([
    ['never synced: full', undefined, 'incremental', 'full'],
    [
      'never finished, and given up: full',
      { ...before, isFinished: false, attempts: 5, hasBeenSynced: false },
      'incremental',
      'full',
    ],
    ['finished: as requested', before, 'incremental', 'incremental'],
    ['finished: as requested, also full', before, 'full', 'full'],
    ['interrupted: resumes', { ...before, isFinished: false }, 'incremental', 'go_on'],
    [
      'interrupted full pass: resumes, whatever is requested',
      { ...before, mode: 'full', isFinished: false },
      'incremental',
      'go_on',
    ],
    ['interrupted, full pass requested: begins a new one', { ...before, isFinished: false }, 'full', 'full'],
    ['stuck five times: begins a new one', { ...before, isFinished: false, attempts: 5 }, 'incremental', 'incremental'],
  ] as const)('%s', (_, state, wanted, expected) => {
    expect(nextPass(state, wanted)).toBe(expected);
  });
});

const CHANGES = { changesEverySeconds: 15, followsChanges: false };

describe('duePass', () => {
  const due = { beganMinutesAgo: 1, isFinished: true, fullMinutesAgo: 60, everyMinutes: 5, ...CHANGES };
  const follows = { ...due, followsChanges: true };
  it.each([
    ['never synced', { ...due, beganMinutesAgo: undefined, fullMinutesAgo: undefined }, 'full'],
    ['a day after the last full one', { ...due, fullMinutesAgo: 1_440 }, 'full'],
    ['within the pause', due, undefined],
    ['after the pause', { ...due, beganMinutesAgo: 5 }, 'incremental'],
    ['following changes, within their pause', { ...follows, beganMinutesAgo: 0.2 }, undefined],
    ['following changes, after their pause', { ...follows, beganMinutesAgo: 0.25 }, 'incremental'],
    ['following changes, a day after the last full one', { ...follows, fullMinutesAgo: 1_440 }, 'full'],
    ['cut short', { ...due, isFinished: false }, 'incremental'],
  ] as const)('%s', (_, state, expected) => {
    expect(duePass(state)).toBe(expected);
  });
});
