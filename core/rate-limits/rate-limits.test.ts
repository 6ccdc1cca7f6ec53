import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silent } from '../../test/support/identity.js';
import { type RedisServer, redisForTests } from '../../test/support/redis.js';
import { systemClock } from '../time/clock.js';
import type { Limits } from './limits.js';
import { RateLimits } from './rate-limits.js';
import { memoryStore, type RateLimitStore, redisStore } from './stores.js';

/** One a minute, so that no window restarts while a test runs. */
const ONE = { perMinute: 1, burst: 1 };
const limits: Limits = { api: { perMinute: 1, burst: 4 }, token: ONE, contact_reads: ONE };

describe('in memory', () => {
  behavesAsLimits(memoryStore);
});

const redis = await redisForTests();
afterAll(() => redis?.close());

describe.skipIf(redis === undefined)('in Redis', () => {
  behavesAsLimits(() => connected(redis?.url ?? ''));

  it('two processes share one bucket', async () => {
    const key = someone();
    const [here, there] = [limitsOn(await connected(redis?.url ?? '')), limitsOn(await connected(redis?.url ?? ''))];
    for (const process of [here, there, here, there, here]) {
      expect((await process.consume('api', key)).allowed).toBe(true);
    }
    expect((await there.consume('api', key)).allowed).toBe(false);
    await Promise.all([here.close(), there.close()]);
  });
});

describe.skipIf(redis?.own === undefined)('in a Redis that is lost', () => {
  let server: RedisServer | undefined;
  beforeAll(async () => {
    server = await redis?.own?.();
  });
  afterAll(() => server?.kill());

  it('requests are counted in memory while it hangs and after it is killed; no request fails, and not every one waits', async () => {
    const rateLimits = limitsOn(await connected(server?.url ?? ''));
    const key = someone();
    for (let nth = 0; nth < 5; nth += 1) expect((await rateLimits.consume('api', key)).allowed).toBe(true);
    expect((await rateLimits.consume('api', key)).allowed).toBe(false);

    server?.hang();
    const whileHanging = await Promise.all(Array.from({ length: 6 }, () => rateLimits.consume('api', key)));
    expect(whileHanging.filter(({ allowed }) => allowed)).toHaveLength(5);

    await server?.kill();
    expect((await rateLimits.consume('api', key)).allowed).toBe(false);
    expect((await rateLimits.consume('api', someone())).allowed).toBe(true);
    await rateLimits.close();
  });

  it('the check reports the loss before any request, and the recovery', async () => {
    const rateLimits = limitsOn(await connected(redis?.url ?? ''));
    expect(await rateLimits.check.passes()).toBe(true);
    await rateLimits.close();

    const never = limitsOn(redisStore('redis://127.0.0.1:1', silent));
    expect(await never.check.passes()).toBe(false);
    await never.close();
  });

  it('a password that Redis refuses is reported once, and is in no log', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const url = (redis?.url ?? '').replace('redis://', 'redis://somebody:WRONG-s3cret@');
    const rateLimits = new RateLimits({ limits, store: redisStore(url, logger), clock: systemClock, logger });
    await expect.poll(() => lines.length).toBeGreaterThan(1);
    await rateLimits.consume('api', someone());
    await rateLimits.close();
    expect(lines.join('')).toMatch(/WRONGPASS/);
    expect(lines.join('')).not.toContain('WRONG-s3cret');
    const reported = lines.filter((line) => JSON.parse(line).level > 20 && line.includes('connection to Redis failed'));
    expect(reported).toHaveLength(1);
  });

  it('works when Redis was never reachable', async () => {
    const rateLimits = limitsOn(redisStore('redis://127.0.0.1:1', silent));
    const key = someone();
    const decisions = await Promise.all(Array.from({ length: 6 }, () => rateLimits.consume('api', key)));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(5);
    await rateLimits.close();
  });
});

function behavesAsLimits(makeStore: () => RateLimitStore | Promise<RateLimitStore>): void {
  let rateLimits: RateLimits;
  beforeAll(async () => {
    rateLimits = limitsOn(await makeStore());
  });
  afterAll(() => rateLimits.close());

  it('admits the sustained rate, then the burst, then denies', async () => {
    const key = someone();
    const remaining: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const decision = await rateLimits.consume('api', key);
      expect(decision).toMatchObject({ allowed: true, limitPerMinute: 1, burstCapacity: 4 });
      expect(decision.resetSeconds === 0).toBe(decision.remaining > 0);
      remaining.push(decision.remaining);
    }
    expect(remaining).toEqual([4, 3, 2, 1, 0]);

    const denied = await rateLimits.consume('api', key);
    expect(denied).toMatchObject({ bucket: 'api', allowed: false, remaining: 0 });
    expect(denied.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(denied.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(denied.resetSeconds).toBe(denied.retryAfterSeconds);
    expect(denied.resetAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('counts each key and each bucket separately', async () => {
    const key = someone();
    for (let nth = 0; nth < 6; nth += 1) await rateLimits.consume('api', key);
    expect((await rateLimits.consume('api', key)).allowed).toBe(false);
    expect((await rateLimits.consume('api', someone())).allowed).toBe(true);
    expect((await rateLimits.consume('token', key)).allowed).toBe(true);
  });

  it('admits exactly the promised number when requests come at once', async () => {
    const key = someone();
    const decisions = await Promise.all(Array.from({ length: 50 }, () => rateLimits.consume('api', key)));
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(5);
  });

  it('accepts any text as a key, and never confuses two', async () => {
    const own = someone();
    const odd = ['', '\u0000', 'a b', 'ü', 'x'.repeat(100_000), `${'x'.repeat(100_000)}y`, '\ud800', 'a\nb'];
    for (const key of odd) expect((await rateLimits.consume('token', own + key)).remaining).toBe(1);
    for (const key of odd) expect((await rateLimits.consume('token', own + key)).remaining).toBe(0);
  });
}

function limitsOn(store: RateLimitStore): RateLimits {
  return new RateLimits({ limits, store, clock: systemClock, logger: silent });
}

/** Waits until a store is connected; before that, requests are counted in memory. */
async function connected(url: string): Promise<RateLimitStore> {
  return new Promise((resolve) => {
    const store = redisStore(url, Object.assign(Object.create(silent), { info: () => resolve(store) }));
  });
}

let people = 0;

function someone(): string {
  people += 1;
  return `${process.pid}-${performance.now()}-${people}`;
}
