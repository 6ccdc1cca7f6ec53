import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Client, Pool } from 'pg';

/** Whether the queue's tables are older than the installed package. */
export async function isJobQueueBehind(client: Client | Pool): Promise<boolean> {
  return (await installedVersion(client)) < (await packagedVersion());
}

async function installedVersion(client: Client | Pool): Promise<number> {
  const table = await client.query<{ present: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as present`,
  );
  if (table.rows[0]?.present !== true) return 0;
  const version = await client.query<{ version: number | null }>(
    'select max(id) as version from graphile_worker.migrations',
  );
  return version.rows[0]?.version ?? 0;
}

/**
 * Read from the package's file names, because loading the package would take most of the time of a run without changes.
 */
async function packagedVersion(): Promise<number> {
  const entry = createRequire(import.meta.url).resolve('graphile-worker');
  const files = await readdir(join(dirname(entry), '..', 'sql'));
  return Math.max(...files.map((file) => Number.parseInt(file, 10)));
}
