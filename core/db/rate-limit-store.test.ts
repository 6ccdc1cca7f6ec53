import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { systemClock } from '../time/clock.js';
import { createPool } from './pool.js';
import { postgresRateLimitStore } from './rate-limit-store.js';

/** One per minute, so that no window starts during a test. */
const ONE = { perMinute: 1, burst: 1 };
const limits = { api: { perMinute: 1, burst: 4 }, token: ONE, contact_reads: ONE };

describe('rate limits in Postgres', () => {
  let database: TestDatabase;
  let pools: readonly [pg.Pool, pg.Pool];
  let processes: readonly [RateLimits, RateLimits];

  beforeAll(async () => {
    database = await freshDatabase();
    pools = [createPool(database.url, 4, silent), createPool(database.url, 4, silent)];
    processes = [limitsOver(pools[0]), limitsOver(pools[1])];
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
  });

  it('are shared by all processes, and allow exactly the promised number', async () => {
    const [first, second] = processes;
    const remaining: number[] = [];
    for (const process of [first, second, first, second, first]) {
      const { allowed, remaining: left } = await process.consume('api', 'another');
      expect(allowed).toBe(true);
      remaining.push(left);
    }
    expect(remaining).toEqual([4, 3, 2, 1, 0]);
    expect(await second.consume('api', 'another')).toMatchObject({ allowed: false, remaining: 0 });
    expect((await second.consume('token', 'another')).allowed).toBe(true);

    const decisions = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => (nth % 2 === 0 ? first : second).consume('api', 'a crowd')),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(5);
    const { rows } = await pools[0].query('select count(*) as count from rate_limit_window');
    expect(rows).toEqual([{ count: 5 }]);
  });

  it('count in memory when the database refuses', async () => {
    const lost = createPool('postgres://nobody@127.0.0.1:1/nothing', 1, silent);
    const rateLimits = limitsOver(lost);
    const decisions = await Promise.all(Array.from({ length: 6 }, () => rateLimits.consume('api', 'another')));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(5);
    await lost.end();
  });
});

function limitsOver(pool: pg.Pool): RateLimits {
  return new RateLimits({ limits, store: postgresRateLimitStore(pool), clock: systemClock, logger: silent });
}
