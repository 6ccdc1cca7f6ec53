import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { WorkerThread } from './worker-thread.js';

/** Answers twice the number; fails for a negative one. Exits at zero. */
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
  return { thread: new WorkerThread<number, number>(new URL('file:///unused'), most, start), started: () => started };
}
const UNAVAILABLE = expect.objectContaining({ code: 'service_unavailable' });

test('one thread answers all questions; an invalid question fails alone', async () => {
  const { thread, started } = doubling();
  const answers = [1, -1, 2].map((asked) => thread.ask(asked).catch((error: Error) => error.message));
  expect(await Promise.all(answers)).toEqual([2, 'no number', 4]);
  expect(started()).toBe(1);
});

test('a question over the limit is refused at once; later ones are accepted again', async () => {
  const { thread } = doubling(2);
  const waiting = [thread.ask(1), thread.ask(2)];
  await expect(thread.ask(3)).rejects.toEqual(UNAVAILABLE);
  await Promise.all(waiting);
  expect(await thread.ask(3)).toBe(6);
});

test('a thread that exits fails its waiting questions, and the next question starts a new one', async () => {
  const { thread, started } = doubling();
  const lost = [thread.ask(0), thread.ask(1)];
  for (const one of lost) await expect(one).rejects.toEqual(UNAVAILABLE);
  expect([await thread.ask(1), started()]).toEqual([2, 2]);
});
