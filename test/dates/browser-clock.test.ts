import { afterEach, expect, it, vi } from 'vitest';
import { BROWSER, NO_BROWSER, openContext, workerBrowser } from '../support/browser.js';
import { environmentWithoutClock } from '../support/child-environment.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it.skipIf(BROWSER === undefined)(`a page has the moved clock, and the clock runs${NO_BROWSER}`, async () => {
  const browser = await workerBrowser();
  vi.stubEnv('FAKETIME', '+1d');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2033, 1, 3, 12) });
  const context = await openContext(browser);
  const page = await context.newPage();
  const minute = () => page.evaluate<string>('new Date().toISOString().slice(0, 16)');
  expect(await minute()).toBe('2033-02-03T12:00');
  const before = await page.evaluate<number>('Date.now()');
  await expect.poll(() => page.evaluate<number>('Date.now()')).toBeGreaterThan(before);
  await context.close();
});

it('a browser gets the environment of this process without the variables of the moved clock', () => {
  for (const name of ['FAKETIME', 'DONT_FAKE_MONOTONIC', 'KEPT']) vi.stubEnv(name, '1');
  const environment = environmentWithoutClock();
  expect(environment).toMatchObject({ PATH: process.env['PATH'], KEPT: '1' });
  for (const name of ['LD_PRELOAD', 'FAKETIME', 'DONT_FAKE_MONOTONIC']) expect(environment).not.toHaveProperty(name);
});
