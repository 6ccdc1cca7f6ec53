import { expect, it } from 'vitest';
import { mapWithLimit } from './map-with-limited-concurrency.js';

it('runs up to the limit at once, and answers in the order of the items', async () => {
  let [running, most] = [0, 0];
  const results = await mapWithLimit([5, 4, 3, 2, 1], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let tick = 0; tick < item; tick += 1) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 40, 30, 20, 10]);
  expect(most).toBe(2);
});

it('returns an empty list for no items, and rejects when one fails', async () => {
  expect(await mapWithLimit([], 2, async () => 1)).toEqual([]);
  await expect(mapWithLimit([1, 2], 2, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
});
