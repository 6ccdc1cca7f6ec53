import { expect, it } from 'vitest';
import { sharedRead } from './shared-read.js';

it('two gauges share one read per scrape, and the next scrape reads again', async () => {
  let asked = 0;
  const rows = sharedRead(async () => {
    asked += 1;
    return [asked];
  });
  expect(await Promise.all([rows(), rows()])).toEqual([[1], [1]]);
  expect(await rows()).toEqual([2]);
});

it('returns no rows when the database fails or hangs; while it hangs it is not queried again', async () => {
  expect(await sharedRead(() => Promise.reject(new Error('gone')))()).toEqual([]);
  let asked = 0;
  const rows = sharedRead(() => {
    asked += 1;
    return new Promise<never>(() => undefined);
  });
  expect([await rows(), await rows(), asked]).toEqual([[], [], 1]);
});
