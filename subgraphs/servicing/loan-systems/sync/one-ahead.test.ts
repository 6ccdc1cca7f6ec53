import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OneAhead } from './one-ahead.js';

it('reads one item ahead of its consumer, and no more', async () => {
  const read: number[] = [];
  const items = async function* () {
    for (const item of [1, 2, 3, 4]) {
      read.push(item);
      yield item;
    }
  };
  const ahead = new OneAhead(items());
  const seen: (readonly [taken: number, read: readonly number[]])[] = [];
  for await (const item of ahead.taken()) {
    await ahead.settled();
    seen.push([item, [...read]]);
  }
  expect(seen).toEqual([
    [1, [1, 2]],
    [2, [1, 2, 3]],
    [3, [1, 2, 3, 4]],
    [4, [1, 2, 3, 4]],
  ]);
  await ahead.allRead;
});

it('throws the error of a read to the consumer, after the items before it', async () => {
  const items = async function* () {
    yield 1;
    throw new Error('away');
  };
  const ahead = new OneAhead(items());
  const taken = ahead.taken();
  expect(await taken.next()).toEqual({ done: false, value: 1 });
  await ahead.settled();
  await expect(taken.next()).rejects.toThrow('away');
});

it('is settled only when nothing is being read any more', async () => {
  let finishReading = () => {};
  const reading = new Promise<void>((resolve) => {
    finishReading = resolve;
  });
  const items = async function* () {
    yield 1;
    await reading;
  };
  const ahead = new OneAhead(items());
  await ahead.taken().next();
  let isSettled = false;
  const settling = ahead.settled().then(() => {
    isSettled = true;
  });
  await setImmediate();
  expect(isSettled).toBe(false);
  finishReading();
  await settling;
});
