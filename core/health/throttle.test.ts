import { expect, it } from 'vitest';
import { throttle } from './throttle.js';

it('a call within the period gets the last result, and concurrent calls share one run', async () => {
  let asked = 0;
  let answer = (_: number): void => undefined;
  const ask = throttle(60_000, () => {
    asked += 1;
    return new Promise<number>((resolve) => {
      answer = resolve;
    });
  });
  const [first, second] = [ask(), ask()];
  answer(7);
  expect([await first, await second, await ask(), asked]).toEqual([7, 7, 7, 1]);
});

it('a failure is repeated within the period, and the work is retried after it', async () => {
  let asked = 0;
  const failing = () => {
    asked += 1;
    return Promise.reject(new Error('full'));
  };
  const seldom = throttle(60_000, failing);
  await expect(seldom()).rejects.toThrow('full');
  await expect(seldom()).rejects.toThrow('full');
  expect(asked).toBe(1);
  const often = throttle(0, failing);
  await expect(often()).rejects.toThrow('full');
  await expect(often()).rejects.toThrow('full');
  expect(asked).toBe(3);
});
