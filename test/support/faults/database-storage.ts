import { execFile } from 'node:child_process';
import { chown, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Fault, FaultContext } from './fault.js';
import type { FaultInstance } from './fault-instance.js';

const run = promisify(execFile);

/** The database refuses writes, like a primary that was made a replica; connections see it when they are opened. */
export const readOnlyDatabase: Fault = {
  name: 'read-only',
  about: 'default_transaction_read_only, connections reopened',
  times: 2,
  async begin(scene) {
    await restricted(scene, 'on');
    return { what: 'made the database read-only', count: 1, heal: () => restricted(scene, 'off') };
  },
};

async function restricted({ instance }: FaultContext, to: 'on' | 'off'): Promise<void> {
  const client = await instance.sql.connect();
  try {
    await client.query('set default_transaction_read_only = off');
    await client.query(
      `do $$ begin execute format('alter role %I in database %I set default_transaction_read_only = ${to}', '${instance.runRole}', current_database()); end $$`,
    );
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [instance.runRole]);
  } finally {
    client.release();
  }
}

const DISK = '64m';
const disks = new WeakMap<FaultInstance, string>();

/** The payments are moved to a small disk, which is then filled to its last byte. */
export const fullDisk: Fault = {
  name: 'full-disk',
  about: 'the payments disk filled, then cleared',
  times: 2,
  async missing() {
    const uid = (await run('id', ['-u'])).stdout.trim();
    if (uid !== '0') return 'only root mounts a small disk';
    const folder = await mkdtemp(join(tmpdir(), 'tributary-mount-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
      await run('umount', [folder]);
      return undefined;
    } catch {
      return 'no small disk can be mounted here';
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  async prepare(instance) {
    const { rows } = await instance.sql.query<{ folder: string }>("select current_setting('data_directory') as folder");
    const owner = await stat(rows[0]?.folder ?? '');
    const folder = await mkdtemp(join(tmpdir(), 'tributary-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0700`, 'tmpfs', folder]);
    instance.atEnd(async () => {
      await run('umount', [folder]);
      await rm(folder, { recursive: true, force: true });
    });
    await chown(folder, owner.uid, owner.gid);
    disks.set(instance, folder);
    await instance.sql.query(`create tablespace small location '${folder}'`);
    await instance.sql.query('alter table collected_payment set tablespace small');
  },
  async begin({ instance }) {
    const file = join(disks.get(instance) ?? '', 'filler');
    await filled(file);
    return { what: 'filled the disk', count: 1, heal: () => rm(file) };
  },
};

async function filled(path: string): Promise<void> {
  const file = await open(path, 'w');
  const page = Buffer.alloc(4_096, 1);
  try {
    for (;;) await file.write(page);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}
