import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../../core/db/with-client.js';
import type { Logger } from '../../core/logging/logger.js';
import { makeRoles } from '../roles/create-database-roles.js';
import { type NamedRole, roleOf } from '../roles/role-in-database-url.js';
import { openCluster } from './cluster.js';
import { clusterUrl, ensureDatabase, isServedBy, runUrl } from './cluster-urls-and-databases.js';
import { readDatabaseRecord, removeDatabaseRecord, writeDatabaseRecord } from './database-record.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { runningServer } from './find-or-start-postgres-server.js';
import { Ownership } from './folder-lock.js';
import { signalAndWait } from './postmaster.js';

const DATABASE = 'tributary';

export interface EmbeddedDatabaseOptions {
  /** Absolute path; the database is in `<dataDir>/postgres`. Created if missing. */
  readonly dataDir: string;
  readonly logger: Logger;
  /** False only for tests: commits do not wait for the disk. Default true. */
  readonly durable?: boolean;
  /** Recorded for other processes: the issuer of this process' tokens. */
  readonly issuer?: string;
  /** Default 100. */
  readonly maxConnections?: number;
  /** Extra environment variables for the server's process. A restart by another process does not have them. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** `postgres://…`, with passwords. */
export interface DatabaseAddresses {
  /** For the product: with the role that works on the tables after they are migrated. */
  readonly url: string;
  /** For migrations: with the role that owns the tables, which is the server's superuser. */
  readonly ownerUrl: string;
}

/** A real Postgres of our own, on loopback, until `stop`. */
export interface EmbeddedDatabase extends DatabaseAddresses {
  /** Ends every session and the server; when it returns, no process is left. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded Postgres of a data folder, or takes over one that a killed process left running.
 *
 * @throws {EmbeddedDatabaseError} when another process serves the folder, or the server cannot run; the message is one
 * line.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, logger, durable = true, maxConnections = 100, environment = {} } = options;
  const cluster = await openCluster(dataDir, logger);
  const server = await runningServer(cluster, { dataDir, logger, durable, maxConnections, environment });
  const ownership = await Ownership.take(clusterUrl(cluster, server.port), dataDir, logger);
  await ensureDatabase(ownership.client, DATABASE);
  const ownerUrl = clusterUrl(cluster, server.port, DATABASE);
  const url = runUrl(cluster, server.port, DATABASE);
  // At each start: a folder that was created with one role gets the other.
  await withClient(ownerUrl, (client) => makeRoles(client, { owner: namedRole(ownerUrl), run: namedRole(url) }));
  const issuer = options.issuer === undefined ? {} : { issuer: options.issuer };
  await writeDatabaseRecord(dataDir, { url, ownerUrl, pid: server.pid, port: server.port, ...issuer });
  return {
    url,
    ownerUrl,
    stop: async () => {
      ownership.release();
      await removeDatabaseRecord(dataDir);
      await stopServer(server.pid);
    },
  };
}

/** Whether a start has created a database in the data folder, running or not. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres'));
}

/** The addresses of the database that a running start serves in the data folder; undefined if none answers. */
export async function findEmbeddedDatabase(dataDir: string): Promise<DatabaseAddresses | undefined> {
  const record = await readDatabaseRecord(dataDir);
  if (record === undefined) return undefined;
  const { url, ownerUrl } = record;
  return (await isServedBy(ownerUrl, join(dataDir, 'postgres'))) ? { url, ownerUrl } : undefined;
}

function namedRole(url: string): NamedRole {
  const role = roleOf(url);
  if (role === undefined) throw new Error('an address of the embedded database has no role');
  return role;
}

/**
 * Fast shutdown (sessions end, everything is written), then immediate, then by force; the latter two lose no commit
 * either.
 */
async function stopServer(pid: number): Promise<void> {
  if (await signalAndWait(pid, 'SIGINT', 20_000)) return;
  if (await signalAndWait(pid, 'SIGQUIT', 5_000)) return;
  if (!(await signalAndWait(pid, 'SIGKILL', 5_000)))
    throw new EmbeddedDatabaseError(`the database process ${pid} does not stop`);
}
