import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';

/** More than a whole run has at any time. A container often has 64 MiB. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * Where a run keeps its databases and files: in memory where there is room. A test database is copied and dropped for
 * each file, which on a disk takes several times the processor time of everything else that Postgres does for it.
 */
export function runFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
