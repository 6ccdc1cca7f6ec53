import { spawn } from 'node:child_process';
import { chmod, chown, cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { signalAndWait } from '../../runtime/embedded/postmaster.js';
import { clockEnvironment } from './child-environment.js';
import { freePort } from './free-ports.js';
import { openOwnCluster, signalServer } from './own-postgres.js';
import { until } from './until.js';

/** A primary and a real streaming replica of it, both belonging to the test. */
export interface ReplicatedPostgres {
  /** As the owner. */
  readonly primaryUrl: string;
  /** As the product's role, which is also the replica's. */
  readonly primaryRunUrl: string;
  readonly replicaUrl: string;
  /** Runs SQL on the replica, as its superuser. */
  onReplica(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Waits until the replica has everything committed on the primary so far. */
  caughtUp(): Promise<void>;
  /** Ends the replica as a crash does. */
  killReplica(): Promise<void>;
  /** Runs SQL on the primary, as its superuser. */
  onPrimary(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Disconnects the replica from the primary: it does not get later commits. */
  stopReceiving(): Promise<void>;
  /** Ends every process of the primary at once, as the loss of its machine does. */
  killPrimary(): Promise<void>;
  /** Promotes the replica, with its data, on the next timeline. */
  promote(): Promise<void>;
  drop(): Promise<void>;
}

const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...clockEnvironment() };

/**
 * The embedded binaries have no pg_basebackup: the primary's folder is copied while it serves, between pg_backup_start and
 * pg_backup_stop (Postgres: continuous archiving, low-level base backup).
 */
export async function openReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const { dataDir, database, folder, binaries, user } = await openOwnCluster('tributary-replicated-');
  const primary = new pg.Client(database.ownerUrl);
  primary.on('error', () => undefined); // when it is killed
  await primary.connect();

  const standby = join(dataDir, 'standby');
  await primary.query("select pg_backup_start('standby', true)");
  await cp(folder, standby, { recursive: true, filter: (path) => !/postmaster\.(pid|opts)$/.test(path) });
  const { rows } = await primary.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await writeFile(join(standby, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(standby, 'standby.signal'), '');
  const { username, password, port: primaryPort } = new URL(database.ownerUrl);
  const from = `host=127.0.0.1 port=${primaryPort} user=${username} password=${decodeURIComponent(password)}`;
  await writeFile(join(standby, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  await ownedBy(standby, user);
  await chmod(standby, 0o700);

  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  settings.push('max_standby_streaming_delay=100ms', 'wal_receiver_status_interval=1s', 'shared_buffers=64MB');
  const server = spawn(binaries.postgres, ['-D', standby, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: '/',
    env: ENVIRONMENT,
    stdio: 'ignore',
  });
  const ofReplica = (primaryUrl: string) => {
    const url = new URL(primaryUrl);
    url.port = String(port);
    return url.href;
  };
  const runOn = (connectionString: string) => async (sql: string) => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client.query(sql).then(
      (result) => client.end().then(() => result.rows),
      (error: unknown) => client.end().then(() => Promise.reject(error)),
    );
  };
  const onReplica = runOn(ofReplica(database.ownerUrl));
  await until(() => {
    if (server.exitCode !== null) throw new Error('the replica does not start');
    return onReplica('select 1').catch(() => undefined);
  }, 'the replica answers');
  const replicaPid = server.pid ?? 0;
  return {
    primaryUrl: database.ownerUrl,
    primaryRunUrl: database.url,
    replicaUrl: ofReplica(database.url),
    onReplica,
    caughtUp: async () => {
      const stood = await primary.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
      const reached = `select pg_last_wal_replay_lsn() >= '${stood.rows[0]?.lsn}' as reached`;
      await until(async () => (await onReplica(reached))[0]?.['reached'] === true, 'the replica has caught up');
    },
    killReplica: async () => void (await signalAndWait(replicaPid, 'SIGQUIT', 20_000)),
    onPrimary: runOn(database.ownerUrl),
    stopReceiving: async () => {
      await onReplica(`alter system set primary_conninfo = ''`);
      await onReplica('select pg_reload_conf()');
      await until(
        async () => (await onReplica('select from pg_stat_wal_receiver')).length === 0,
        'the replica receives nothing',
      );
    },
    killPrimary: () => signalServer(folder, 'SIGKILL'),
    promote: async () => {
      await onReplica('select pg_promote(true, 60)');
      const over = 'select from pg_control_system() where not pg_is_in_recovery()';
      await until(async () => (await onReplica(over)).length > 0, 'the replica is promoted');
    },
    drop: async () => {
      await signalAndWait(replicaPid, 'SIGQUIT', 20_000);
      await primary.end().catch(() => undefined);
      await database.stop().catch(() => undefined); // killed already
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ownedBy(
  folder: string,
  user: { readonly uid: number; readonly gid: number } | undefined,
): Promise<void> {
  if (user === undefined) return;
  const entries = await readdir(folder, { recursive: true });
  for (const path of [folder, ...entries.map((entry) => join(folder, entry))]) await chown(path, user.uid, user.gid);
}
