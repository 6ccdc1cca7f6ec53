import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../core/logging/logger.js';
import type { Cluster } from './cluster.js';
import { clusterUrl, isServedBy } from './cluster-urls-and-databases.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { hasMisleadingPidFile, livePostmaster, type Postmaster, signalCluster } from './postmaster.js';

const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 20;

export interface ServerOptions {
  /** Folder of the server's own log, `postgres.log`. */
  readonly dataDir: string;
  /** False only for tests: writes do not wait for the disk. */
  readonly durable: boolean;
  readonly maxConnections: number;
  /** Extra environment variables for the server's process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

/**
 * The cluster's running server: the one that a killed process left behind if it answers, otherwise a new one.
 *
 * @throws {EmbeddedDatabaseError} when none can be started; it names the server's log.
 */
export async function runningServer(cluster: Cluster, options: ServerOptions): Promise<Postmaster> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const left = await livePostmaster(cluster.folder);
    if (left !== undefined) {
      if (await becomesReady(cluster)) return (await livePostmaster(cluster.folder)) ?? left;
      // It ended while we waited, or it hangs; then it is killed. Its log restores what was committed.
      if (!(await signalCluster(cluster.folder, 'SIGQUIT'))) await signalCluster(cluster.folder, 'SIGKILL');
      continue;
    }
    if (await hasMisleadingPidFile(cluster.folder)) await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
    await launch(cluster, options);
    const started = await livePostmaster(cluster.folder);
    if (started !== undefined) return started;
    // Another start was faster, the port was taken in between, or a killed server's children still hold its memory.
    await sleep(200);
  }
  throw new EmbeddedDatabaseError(`the embedded database does not start: ${await reason(options.dataDir)}`);
}

/** Waits while the cluster has a live server, until it accepts our password. */
async function becomesReady(cluster: Cluster): Promise<boolean> {
  for (let waited = 0; waited < READY_WITHIN_MS; waited += LOOK_EVERY_MS) {
    const postmaster = await livePostmaster(cluster.folder);
    if (postmaster === undefined) return false;
    if (postmaster.port > 0 && (await isServedBy(clusterUrl(cluster, postmaster.port), cluster.folder))) return true;
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}

/**
 * Starts the server in its own session, so that Ctrl-C in a terminal does not reach it: we stop it last.
 * It logs to a file, not to a pipe, so that it survives if we are killed.
 */
async function launch(cluster: Cluster, options: ServerOptions): Promise<void> {
  const log = await open(logPath(options.dataDir), 'w', 0o600);
  try {
    const server = spawn(cluster.binaries.postgres, ['-D', cluster.folder, ...settings(await freePort(), options)], {
      ...cluster.user,
      cwd: '/',
      detached: true,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...options.environment },
      stdio: ['ignore', log.fd, log.fd],
    });
    server.unref();
    let ended = false;
    server.once('error', () => (ended = true)).once('exit', () => (ended = true));
    for (let waited = 0; waited < READY_WITHIN_MS && !ended; waited += LOOK_EVERY_MS) {
      if (await becomesReady(cluster)) return;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await log.close();
  }
}

function settings(port: number, { durable, maxConnections }: ServerOptions): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port');
  return address.port;
}

function logPath(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

async function reason(dataDir: string): Promise<string> {
  const log = await readFile(logPath(dataDir), 'utf8').catch(() => '');
  const fatal = log.split('\n').findLast((line) => line.includes('FATAL') || line.includes('error'));
  return `${fatal ?? 'it logged no reason'} (see ${logPath(dataDir)})`;
}
