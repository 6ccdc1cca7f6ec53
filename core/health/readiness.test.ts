import { describe, expect, it } from 'vitest';
import { type Check, readinessOf } from './readiness.js';

const check = (name: string, isRequired: boolean, passes: () => Promise<boolean>): Check => ({
  name,
  isRequired,
  passes,
});
const ok = check('database', true, async () => true);

describe('readiness', () => {
  it('is ready when every check passes', async () => {
    expect(await readinessOf([ok])).toEqual({ isReady: true, checks: { database: 'ok' } });
  });

  it('stays ready, and reports the failure, when an optional check fails', async () => {
    const redis = check('redis', false, async () => false);
    expect(await readinessOf([ok, redis])).toEqual({ isReady: true, checks: { database: 'ok', redis: 'failed' } });
  });

  it('is not ready when a check returns false or throws', async () => {
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
