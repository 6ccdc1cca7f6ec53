import { parentPort } from 'node:worker_threads';
import type { Question, Reply } from './worker-thread.js';

/** The main function of a `WorkerThread`'s program: answers requests one at a time, in order. */
export function serveThreadRequests<A, R>(answer: (asked: A) => R | Promise<R>): void {
  let before = Promise.resolve();
  parentPort?.on('message', ({ id, asked }: Question<A>) => {
    before = before.then(async () => parentPort?.postMessage(await replyTo(id, asked, answer)));
  });
}

async function replyTo<A, R>(id: number, asked: A, answer: (asked: A) => R | Promise<R>): Promise<Reply<R>> {
  try {
    return { id, answered: await answer(asked) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error : new Error(String(error)) };
  }
}
