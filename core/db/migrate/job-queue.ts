import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';

/** Brings the job queue's own tables (schema graphile_worker) up to date. Returns whether there was something to do. */
export async function migrateJobQueue(client: Client, databaseUrl: string): Promise<boolean> {
  if ((await installedVersion(client)) >= (await packagedVersion())) return false;
  const { Logger, runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) });
  return true;
}

async function installedVersion(client: Client): Promise<number> {
  const table = await client.query<{ present: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as present`,
  );
  if (table.rows[0]?.present !== true) return 0;
  const version = await client.query<{ version: number | null }>(
    'select max(id) as version from graphile_worker.migrations',
  );
  return version.rows[0]?.version ?? 0;
}

/** Read from the package's file names: loading the package itself would take longer than all the rest of a no-op. */
async function packagedVersion(): Promise<number> {
  const entry = createRequire(import.meta.url).resolve('graphile-worker');
  const files = await readdir(join(dirname(entry), '..', 'sql'));
  return Math.max(...files.map((file) => Number.parseInt(file, 10)));
}
