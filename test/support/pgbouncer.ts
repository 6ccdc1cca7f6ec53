import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-ports.js';
import { until } from './until.js';

/** The test's own PgBouncer in front of a test database. */
export interface PgBouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether PgBouncer is installed; without it, the tests that need it are skipped, with a message. */
export function hasPgBouncer(): boolean {
  const isThere = spawnSync('pgbouncer', ['--version']).status === 0;
  if (!isThere) process.stderr.write('Tests with a real PgBouncer DID NOT RUN: pgbouncer is not on the PATH.\n');
  return isThere;
}

/** The test server accepts every local user with its password. */
export async function openPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'tributary-pgbouncer-')), await freePort()];
  await chmod(folder, 0o755); // as root, it runs as another user
  const ini = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    ini,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 60
max_client_conn = 200
`,
  );
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', [ini], { stdio: 'ignore', ...asNobody });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    return listens(port);
  }, 'pgbouncer listens');
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
