import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createLogger } from '../../core/logging/logger.js';
import { startEmbeddedDatabase } from '../../runtime/embedded/embedded-database.js';
import { isAlive, signalCluster } from '../../runtime/embedded/postmaster.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { clockEnvironment } from './child-environment.js';
import { runFolder } from './run-folder.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's Postgres: its database `postgres`, as superuser. */
    readonly databaseServerUrl: string;
    /** The same, as the product's role. */
    readonly databaseRunUrl: string;
  }
}

/** The migrated, empty database that every test database is copied from. */
export const TEMPLATE = 'tributary';

const PREFIX = 'tributary-test-';

/** One Postgres for the whole run, in its own folder, which is removed afterwards. */
export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(runFolder(), `${PREFIX}${process.pid}-`));
  await chmod(dataDir, 0o755); // as root, the database runs as another user
  const database = await startEmbeddedDatabase({
    dataDir,
    logger: createLogger('warn', 'test'),
    durable: false,
    maxConnections: 400,
    environment: clockEnvironment(),
  });
  await migrate(database.ownerUrl, { runsAs: database.url });
  const server = new URL(database.ownerUrl);
  server.pathname = '/postgres';
  await closeToVisitors(server.href);
  project.provide('databaseServerUrl', server.href);
  project.provide('databaseRunUrl', database.url);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A database with an open session cannot be copied. */
async function closeToVisitors(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`alter database ${TEMPLATE} with is_template true allow_connections false`);
  await client.end();
}

/** Removes servers of killed runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(runFolder())) {
    const maker = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    const folder = join(runFolder(), name);
    await signalCluster(join(folder, 'postgres'), 'SIGQUIT');
    await rm(folder, { recursive: true, force: true }).catch(() => undefined); // perhaps another user's
  }
}
