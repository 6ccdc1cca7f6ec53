import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';

/** More than a whole run needs at any time. A container often has 64 MiB. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * The folder for a run's databases and files: in memory if there is room. A test database is copied and dropped for
 * each file, which on a disk takes several times the processor time of all other work of Postgres for it.
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
