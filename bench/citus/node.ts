import { execFile } from 'node:child_process';
import { chown, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresUser } from '../../runtime/embedded/system-user.js';

const run = promisify(execFile);
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** One Postgres server on loopback. */
export interface Node {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

export interface NodeOptions {
  /** Folder of the programs of Postgres. */
  readonly programs: string;
  /** The data folder; it must not exist yet. */
  readonly folder: string;
  readonly port: number;
  readonly hasCitus: boolean;
}

/** Creates a cluster and starts it with normal durability. Any local user may log in: it has generated data only. */
export async function startNode({ programs, folder, port, hasCitus }: NodeOptions): Promise<Node> {
  const user = await postgresUser();
  await mkdir(folder, { mode: 0o700 });
  const log = await open(`${folder}.log`, 'w');
  await log.close();
  if (user !== undefined) for (const path of [folder, `${folder}.log`]) await chown(path, user.uid, user.gid);
  const as = { ...user, cwd: '/', env: ENVIRONMENT };
  const initial = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions'];
  await run(join(programs, 'initdb'), [`--pgdata=${folder}`, ...initial], as);
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    max_prepared_transactions: 600,
    shared_buffers: '256MB',
    // The journal's triggers read only their own rows, which are on one node, so they are safe to enable.
    ...(hasCitus && { shared_preload_libraries: 'citus', 'citus.enable_unsafe_triggers': 'on' }),
  };
  const said = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  await run(join(programs, 'pg_ctl'), ['-D', folder, '-l', `${folder}.log`, '-w', '-o', said.join(' '), 'start'], as);
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/tributary`,
    stop: async () => void (await run(join(programs, 'pg_ctl'), ['-D', folder, '-w', '-m', 'fast', 'stop'], as)),
  };
}
