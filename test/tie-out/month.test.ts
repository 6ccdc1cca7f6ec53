import { expect, it } from 'vitest';
import { simulateMonth } from '../support/tie-out-month/month.js';

/* A share of `npm run proof:tie-out`. */

const SEED = 7;

it('the tie-out of days in which nothing is wrong: every side is compared whole, its sums are equal, and nothing is found', async () => {
  const { payments, complete, ...outcome } = await simulateMonth({
    days: 2,
    payments: 2,
    faults: 0,
    kills: 0,
    seed: 1,
  });
  expect(payments).toBe(2 * 3 * 3);
  expect(complete).toBe(2 * 5);
  expect(outcome).toMatchObject({ incomplete: 0, uneven: 0, unsealed: 0, missed: [], invented: [] });
}, 120_000);

it(`the tie-out of faults of each kind and a system that is away for three days, comparisons killed (seed ${SEED}): all is found, nothing is invented`, async () => {
  const outcome = await simulateMonth({ days: 6, payments: 1, faults: 1, kills: 3, seed: SEED });
  expect(outcome).toMatchObject({ incomplete: 0, unsealed: 0, missed: [], invented: [] });
  expect(outcome.tallies.filter(({ seeded, found }) => seeded !== found)).toEqual([]);
  expect(outcome.tallies.filter(({ seeded }) => seeded === 0).map(({ kind }) => kind)).toEqual([
    'of a kind that nobody seeded',
  ]);
  expect(outcome.kills).toBeGreaterThan(9);
}, 300_000);
