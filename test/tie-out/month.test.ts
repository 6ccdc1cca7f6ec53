import { expect, it } from 'vitest';
import { SYSTEMS } from '../support/tie-out-month/lender-with-systems.js';
import { simulateMonth } from '../support/tie-out-month/month.js';

/* A part of `npm run bench -- tie-out-proof`. */

const SEED = 7;

it('the tie-out of days without faults: every side is compared completely, its sums are equal, and no difference is found', async () => {
  const { payments, complete, ...outcome } = await simulateMonth({
    days: 2,
    payments: 2,
    faults: 0,
    kills: 0,
    seed: 1,
  });
  expect(payments).toBe(2 * 3 * SYSTEMS.length);
  // The books and the card processor are sides too.
  expect(complete).toBe(2 * (SYSTEMS.length + 2));
  expect(outcome).toMatchObject({ incomplete: 0, uneven: 0, unsealed: 0, missed: [], invented: [] });
}, 120_000);

it(`the tie-out of faults of each kind and a three-day outage, comparisons killed (seed ${SEED}): every fault is found, and no false differences`, async () => {
  const outcome = await simulateMonth({ days: 6, payments: 1, faults: 1, kills: 3, seed: SEED });
  expect(outcome).toMatchObject({ incomplete: 0, unsealed: 0, missed: [], invented: [] });
  expect(outcome.tallies.filter(({ seeded, found }) => seeded !== found)).toEqual([]);
  expect(outcome.tallies.filter(({ seeded }) => seeded === 0).map(({ kind }) => kind)).toEqual([
    'any kind that was not seeded',
  ]);
  expect(outcome.kills).toBeGreaterThan(9);
}, 300_000);
