import { Worker } from 'node:worker_threads';
import { Problem } from '../../../core/errors/problem.js';
import { withoutCardData } from '../../../core/http/card-data.js';
import type { Looked, LookedFor } from './card-data-program.js';

/** Looking through so much takes a few milliseconds. */
export const SMALL_BYTES = 65_536;

/** Compiled, also when this file runs from its source under the tests. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../../dist/subgraphs/messaging/webhook/card-data-program.js'
    : './card-data-program.js',
  import.meta.url,
);

interface Waiting {
  resolve(kept: Uint8Array | undefined): void;
  reject(error: unknown): void;
}

/**
 * Takes card data out of bodies before they are kept: of large ones in a thread, one after the other, for they have to be parsed, and
 * this process goes on answering meanwhile. Calls are bounded by the room that they are held in, so that the thread's queue is too.
 */
export class CardDataThread {
  readonly #start: () => Worker;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** @param start - only tests hand in another one. */
  constructor(start = () => new Worker(PROGRAM, { env: {} })) {
    this.#start = start;
  }

  /** As `withoutCardData`. @throws {Problem} `service_unavailable` when the thread ended */
  async without(bytes: Buffer): Promise<Buffer> {
    if (bytes.length <= SMALL_BYTES) return withoutCardData(bytes);
    const kept = await new Promise<Uint8Array | undefined>((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      const asked: LookedFor = { id: this.#lastId, bytes };
      this.#running().postMessage(asked);
    });
    return kept === undefined ? bytes : Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength);
  }

  #running(): Worker {
    this.#worker ??= this.#started();
    return this.#worker;
  }

  #started(): Worker {
    const worker = this.#start();
    worker.unref(); // holds up nobody who wants to end
    worker.on('message', ({ id, bytes }: Looked) => {
      this.#waiting.get(id)?.resolve(bytes);
      this.#waiting.delete(id);
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
