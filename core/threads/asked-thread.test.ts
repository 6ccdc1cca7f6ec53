import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { AskedThread } from './asked-thread.js';

/** Answers twice the number; of a negative one it says that it is none. Ends at zero. */
const PROGRAM = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ id, asked }) => {
  if (asked === 0) process.exit(3);
  parentPort.postMessage(asked < 0 ? { id, failed: new Error('no number') } : { id, answered: 2 * asked });
});`;

function doubling(most?: number) {
  let started = 0;
  const start = () => {
    started += 1;
    return new Worker(PROGRAM, { eval: true });
  };
  return { thread: new AskedThread<number, number>(new URL('file:///unused'), most, start), started: () => started };
}
const UNAVAILABLE = expect.objectContaining({ code: 'service_unavailable' });

test('each question has its answer, from one thread; one that is at fault fails alone', async () => {
  const { thread, started } = doubling();
  const answers = [1, -1, 2].map((asked) => thread.ask(asked).catch((error: Error) => error.message));
  expect(await Promise.all(answers)).toEqual([2, 'no number', 4]);
  expect(started()).toBe(1);
});

test('whoever would be one too many is refused at once; there is room again afterwards', async () => {
  const { thread } = doubling(2);
  const waiting = [thread.ask(1), thread.ask(2)];
  await expect(thread.ask(3)).rejects.toEqual(UNAVAILABLE);
  await Promise.all(waiting);
  expect(await thread.ask(3)).toBe(6);
});

test('a thread that ends fails what waits for it, and the next question has another one', async () => {
  const { thread, started } = doubling();
  const lost = [thread.ask(0), thread.ask(1)];
  for (const one of lost) await expect(one).rejects.toEqual(UNAVAILABLE);
  expect([await thread.ask(1), started()]).toEqual([2, 2]);
});
