import type { Worker } from 'node:worker_threads';
import { withoutCardData } from '../../../../core/http/card-data-by-member-name.js';
import { WorkerThread } from '../../../../core/threads/worker-thread.js';

/** Scanning this much takes a few milliseconds. */
export const SMALL_BYTES = 65_536;

/** The compiled program, even when tests run this file from source. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../../../dist/subgraphs/messaging/provider-events/webhook-call/card-data-program.js'
    : './card-data-program.js',
  import.meta.url,
);

/**
 * Removes card data from bodies before they are stored. Large ones are parsed one by one in a thread, so that this
 * process keeps responding. The memory limit for calls also bounds the thread's queue.
 */
export class CardDataThread {
  readonly #thread: WorkerThread<Uint8Array, Uint8Array | undefined>;

  /** @param start - replaced only in tests. */
  constructor(start?: () => Worker) {
    this.#thread = new WorkerThread(PROGRAM, undefined, start);
  }

  /** See `withoutCardData`. @throws {Problem} `service_unavailable` when the thread ended */
  async without(bytes: Buffer): Promise<Buffer> {
    if (bytes.length <= SMALL_BYTES) return withoutCardData(bytes);
    const kept = await this.#thread.ask(bytes);
    return kept === undefined ? bytes : Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength);
  }
}
