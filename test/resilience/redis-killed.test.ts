import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisForTests } from '../support/redis.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const found = await redisForTests();
await found?.close();
const own = found?.own;

/** Skipped when `redis-server` is not installed; `redisForTests` reports that. */
describe.runIf(own !== undefined)('Redis is killed under load', () => {
  let instance: TestInstance;
  let redis: Awaited<ReturnType<NonNullable<typeof own>>>;

  beforeAll(async () => {
    if (own === undefined) return;
    redis = await own();
    // Almost no capacity is restored while the test runs, however long it takes.
    const limits = { RATE_LIMIT_API_PER_MINUTE: '60', RATE_LIMIT_API_BURST: '100000' };
    instance = await openTestInstance({ environment: { REDIS_URL: redis.url, ...limits }, worker: false });
  });
  afterAll(() => instance?.close());

  it('changes only where requests are counted', async () => {
    const lender = await instance.lender();
    const [api, account] = [await lender.api(), await lender.ledgerAccount(10_000_000)];
    const answers = [];
    for (let n = 0; n < 60; n += 1) {
      if (n === 20) await redis.kill();
      answers.push(await Promise.all([api.record(account, { amount_cents: 1 }), api.get('/v1/organizations')]));
    }
    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200, 201]));
    const remaining = answers.flat().map(({ headers }) => Number(headers.get('ratelimit-remaining')));
    expect(remaining.every((left) => left > 0)).toBe(true);
    // Memory starts its own count, without the requests that Redis had counted.
    expect(Math.max(...remaining.slice(40, 44))).toBeGreaterThan(Math.max(...remaining.slice(36, 40)));
    expect((await api.get(`/v1/accounts/${account}/payments?limit=1000`)).json.items).toHaveLength(60);
  });
});
