import { setTimeout as sleep } from 'node:timers/promises';

/** Files that arrive in this process at the moment. */
let arriving = 0;

/** What a chunk may take with what it waits for: beyond it, it waited for the database. */
const LONGEST_MS = 25;

/**
 * The same bytes, with a pause after each chunk: all files that arrive together have at most half of this thread, and other requests the
 * rest.
 */
export async function* atUploadPace(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  arriving += 1;
  try {
    for await (const chunk of bytes) {
      const began = performance.now();
      yield chunk;
      const took = Math.min(performance.now() - began, LONGEST_MS);
      await sleep(took * (2 * arriving - 1));
    }
  } finally {
    arriving -= 1;
  }
}
