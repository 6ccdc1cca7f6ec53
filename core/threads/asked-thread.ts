import { Worker } from 'node:worker_threads';
import { Problem } from '../errors/problem.js';

/** A message to a thread's program, and its reply, each with the number of the question. */
export interface Question<A> {
  readonly id: number;
  readonly asked: A;
}
export type Reply<R> =
  | { readonly id: number; readonly answered: R }
  /** The question failed, not the thread. */
  | { readonly id: number; readonly failed: Error };

interface Waiting<R> {
  resolve(answered: R): void;
  reject(error: unknown): void;
}

/**
 * Does long work in a thread, one question at a time, so that this process stays responsive. The thread starts with the
 * first question, and again after it has exited.
 */
export class AskedThread<A, R> {
  readonly #start: () => Worker;
  readonly #most: number;
  readonly #waiting = new Map<number, Waiting<R>>();
  #worker: Worker | undefined;
  #lastId = 0;

  /**
   * @param program - the compiled file
   * @param most - the most questions that wait at a time
   * @param start - replaced only by tests
   */
  constructor(program: URL, most = Number.POSITIVE_INFINITY, start = () => new Worker(program, { env: {} })) {
    this.#start = start;
    this.#most = most;
  }

  /** @throws {Problem} `service_unavailable` when too many questions wait already, or the thread exited */
  ask(asked: A): Promise<R> {
    if (this.#waiting.size >= this.#most) return Promise.reject(new Problem('service_unavailable'));
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      const question: Question<A> = { id: this.#lastId, asked };
      this.#running().postMessage(question);
    });
  }

  #running(): Worker {
    this.#worker ??= this.#started();
    return this.#worker;
  }

  #started(): Worker {
    const worker = this.#start();
    worker.unref(); // does not keep the process running
    worker.on('message', (reply: Reply<R>) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('failed' in reply) waiting?.reject(reply.failed);
      else waiting?.resolve(reply.answered);
    });
    const ended = (cause?: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values())
        reject(new Problem('service_unavailable', {}, undefined, { cause }));
      this.#waiting.clear();
    };
    worker.once('error', ended);
    worker.once('exit', () => ended());
    return worker;
  }
}
