import { expect, it } from 'vitest';
import { atMostEvery } from './at-most-every.js';

it('whoever asks again within the time is told the last answer, and one that is awaited is not asked for twice', async () => {
  let asked = 0;
  let answer = (_: number): void => undefined;
  const ask = atMostEvery(60_000, () => {
    asked += 1;
    return new Promise<number>((resolve) => {
      answer = resolve;
    });
  });
  const [first, second] = [ask(), ask()];
  answer(7);
  expect([await first, await second, await ask(), asked]).toEqual([7, 7, 7, 1]);
});

it('a failure is told again too, and after the time it is tried again', async () => {
  let asked = 0;
  const failing = () => {
    asked += 1;
    return Promise.reject(new Error('full'));
  };
  const seldom = atMostEvery(60_000, failing);
  await expect(seldom()).rejects.toThrow('full');
  await expect(seldom()).rejects.toThrow('full');
  expect(asked).toBe(1);
  const often = atMostEvery(0, failing);
  await expect(often()).rejects.toThrow('full');
  await expect(often()).rejects.toThrow('full');
  expect(asked).toBe(3);
});
