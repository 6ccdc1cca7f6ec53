import type { Worker } from 'node:worker_threads';
import { withoutCardData } from '../../../../core/http/card-data.js';
import { AskedThread } from '../../../../core/threads/asked-thread.js';

/** Looking through so much takes a few milliseconds. */
export const SMALL_BYTES = 65_536;

/** Compiled, also when this file runs from its source under the tests. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../../../dist/subgraphs/messaging/provider-events/call/card-data-program.js'
    : './card-data-program.js',
  import.meta.url,
);

/**
 * Takes card data out of bodies before they are kept: of large ones in a thread, one after the other, for they have to be parsed, and
 * this process goes on answering meanwhile. Calls are bounded by the room that they are held in, so that the thread's queue is too.
 */
export class CardDataThread {
  readonly #thread: AskedThread<Uint8Array, Uint8Array | undefined>;

  /** @param start - only tests hand in another one. */
  constructor(start?: () => Worker) {
    this.#thread = new AskedThread(PROGRAM, undefined, start);
  }

  /** As `withoutCardData`. @throws {Problem} `service_unavailable` when the thread ended */
  async without(bytes: Buffer): Promise<Buffer> {
    if (bytes.length <= SMALL_BYTES) return withoutCardData(bytes);
    const kept = await this.#thread.ask(bytes);
    return kept === undefined ? bytes : Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength);
  }
}
