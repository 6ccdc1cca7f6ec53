import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { quantile } from '../support/figures.js';

const BLOCK = Buffer.alloc(8_192, 1);

/**
 * The p99 of writing one block and waiting until the disk has it (fdatasync), as Postgres does for each commit.
 * Milliseconds.
 *
 * @param folder - on the disk of the database
 */
export async function diskSyncP99(folder: string, seconds: number): Promise<number> {
  const path = join(folder, 'disk-sync');
  const file = await open(path, 'w');
  const times: number[] = [];
  try {
    const until = performance.now() + seconds * 1_000;
    while (performance.now() < until) {
      const startedAt = performance.now();
      await file.write(BLOCK, 0, BLOCK.length, 0);
      await file.datasync();
      times.push(performance.now() - startedAt);
    }
  } finally {
    await file.close();
    await rm(path);
  }
  return quantile(times, 0.99);
}
