import { createHmac } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import pg from 'pg';
import type { Cluster } from './cluster.js';

/** The address of a database in the cluster; `postgres` always exists. */
export function clusterUrl(cluster: Cluster, port: number, database = 'postgres'): string {
  return `postgres://postgres:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/** The same for the product's role. Its password is derived from the superuser's, so it is the same at each start. */
export function runUrl(cluster: Cluster, port: number, database: string): string {
  const password = createHmac('sha256', cluster.password).update(RUN_ROLE).digest('base64url');
  return `postgres://${RUN_ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

const RUN_ROLE = 'tributary_run';

/** Whether a server there accepts the password and serves this folder. */
export async function isServedBy(url: string, folder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const shown = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    return (await realpath(shown.rows[0]?.folder ?? '/')) === (await realpath(folder));
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the database if the cluster has none with that name. */
export async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [name]);
  if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
}
