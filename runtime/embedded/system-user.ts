import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

const run = promisify(execFile);

/** The user that Postgres runs as, if it must differ from ours. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root; then it runs as the user `postgres`, created if missing. */
export async function postgresUser(): Promise<SystemUser | undefined> {
  if (userInfo().uid !== 0) return undefined;
  return (await find()) ?? (await create());
}

/**
 * Whether the user may run a program. Asks the kernel, because folder modes, access lists and mount options all count.
 */
export async function mayRun(user: SystemUser, program: string, ...args: string[]): Promise<boolean> {
  try {
    await run(program, args, { ...user, cwd: '/', env: {} });
    return true;
  } catch {
    return false;
  }
}

/** Whether the user may enter a folder and every folder above it. */
export function mayEnter(user: SystemUser, folder: string): Promise<boolean> {
  return mayRun(user, '/bin/sh', '-c', 'cd -- "$1"', 'sh', folder);
}

async function find(): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function create(): Promise<SystemUser> {
  // The first two are for Debian and Red Hat, the others for Alpine.
  await run('groupadd', ['--system', 'postgres']).catch(() =>
    run('addgroup', ['-S', 'postgres']).catch(() => undefined),
  );
  await run('useradd', ['--system', '--no-create-home', '-g', 'postgres', 'postgres']).catch(() =>
    run('adduser', ['-S', '-D', '-H', '-G', 'postgres', 'postgres']).catch(() => undefined),
  );
  const user = await find();
  if (user === undefined) {
    throw new EmbeddedDatabaseError(
      'Postgres does not run as root, and the system user `postgres` could not be created; start as an ordinary user, or set DATABASE_URL',
    );
  }
  return user;
}
