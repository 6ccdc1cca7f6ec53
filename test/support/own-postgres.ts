import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openCluster } from '../../runtime/embedded/cluster.js';
import { startEmbeddedDatabase } from '../../runtime/embedded/embedded-database.js';
import { signalAndWait } from '../../runtime/embedded/postmaster.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { clockEnvironment } from './child-environment.js';
import { silent } from './identity.js';
import { until } from './until.js';

/** The test's own Postgres server, durable like a real one, which the test can stop and restart. */
export interface OwnPostgres {
  /** As the owner. */
  readonly url: string;
  /** As the role that the product works as. */
  readonly runUrl: string;
  /**
   * Stops the server like an operator (`SIGINT`: fast) or a crash (`SIGQUIT`), and starts it again on its port.
   *
   * @param whileDown - it starts again after this
   */
  restart(how: 'SIGINT' | 'SIGQUIT', whileDown?: () => Promise<unknown>): Promise<void>;
  /** Stops every process of the server (SIGSTOP), as a hanging disk does: connections stay open without answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  drop(): Promise<void>;
}

/** A running migrated database, with its server's folder and programs. */
export async function openOwnCluster(prefix: string) {
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  await chmod(dataDir, 0o755); // as root, the database runs as another user
  const database = await startEmbeddedDatabase({
    dataDir,
    logger: silent,
    maxConnections: 200,
    environment: clockEnvironment(),
  });
  await migrate(database.ownerUrl, { runsAs: database.url });
  return { dataDir, database, ...(await openCluster(dataDir, silent)) };
}

export async function openOwnPostgres(): Promise<OwnPostgres> {
  const { dataDir, database, folder, binaries, user } = await openOwnCluster('tributary-own-postgres-');
  const postmaster = () => postmasterOf(folder);

  return {
    url: database.ownerUrl,
    runUrl: database.url,
    freeze: () => signalServer(folder, 'SIGSTOP'),
    thaw: () => signalServer(folder, 'SIGCONT'),
    restart: async (how, whileDown = async () => undefined) => {
      const options = commandLine(await readFile(join(folder, 'postmaster.opts'), 'utf8'));
      if (!(await signalAndWait(await postmaster(), how, 20_000))) throw new Error('the database does not stop');
      await whileDown();
      const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...clockEnvironment() };
      spawn(binaries.postgres, options, {
        ...user,
        cwd: '/',
        detached: true,
        env: environment,
        stdio: 'ignore',
      }).unref();
      await until(() => answers(database.url), 'the database answers again');
    },
    drop: async () => {
      await database.stop().catch(() => undefined); // by its current process, not the one it was started as
      await signalAndWait(await postmaster().catch(() => 0), 'SIGINT', 20_000);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function postmasterOf(folder: string): Promise<number> {
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  // 0 would signal this process and its group.
  if (!(pid > 0)) throw new Error('the file of the database names no process');
  return pid;
}

/** Sends the signal to every process of a cluster's server. */
export async function signalServer(folder: string, signal: NodeJS.Signals): Promise<void> {
  const main = await postmasterOf(folder);
  // Stopped first, so that it starts no process after the others are listed, and they are still its own.
  process.kill(main, 'SIGSTOP');
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  for (const [pid = 0, parent] of processes) if (parent === main) process.kill(pid, signal);
  process.kill(main, signal);
}

/** The server's start arguments: each in double quotes, after the program. */
function commandLine(options: string): string[] {
  return [...options.matchAll(/"([^"]*)"/g)].map(([, argument]) => argument ?? '');
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
