import { setTimeout as sleep } from 'node:timers/promises';

/** Number of files that this process is receiving. */
let arriving = 0;

/** Maximum time for a chunk, including waits. A chunk that took longer was waiting for the database. */
const LONGEST_MS = 25;

/**
 * Passes on the same bytes with a pause after each chunk: all files that are arriving share at most half of this
 * thread, so that other requests get the rest.
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
