import { describe, expect, it } from 'vitest';
import { type Check, readinessOf } from './readiness.js';

const check = (name: string, isRequired: boolean, passes: () => Promise<boolean>): Check => ({
  name,
  isRequired,
  passes,
});
const ok = check('database', true, async () => true);

describe('readiness', () => {
  it('is there when every check passes', async () => {
    expect(await readinessOf([ok])).toEqual({ isReady: true, checks: { database: 'ok' } });
  });

  it('shows what is not required, and goes on without it', async () => {
    const redis = check('redis', false, async () => false);
    expect(await readinessOf([ok, redis])).toEqual({ isReady: true, checks: { database: 'ok', redis: 'failed' } });
  });

  it('fails by a check that says no, or throws', async () => {
    const no = check('migrations', true, async () => false);
    const broken = check('queue', true, () => Promise.reject(new Error('gone')));
    expect(await readinessOf([ok, no])).toMatchObject({ isReady: false, checks: { migrations: 'failed' } });
    expect(await readinessOf([ok, broken])).toMatchObject({ isReady: false, checks: { queue: 'failed' } });
  });

  it('does not wait for a check that never ends', async () => {
    const hanging = check('database', true, () => new Promise(() => undefined));
    expect(await readinessOf([hanging])).toEqual({ isReady: false, checks: { database: 'failed' } });
  });
});
