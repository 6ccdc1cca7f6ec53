import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '../../core/logging/logger.js';
import { type Binaries, installedBinaries } from './binaries.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { isAlive } from './postmaster.js';
import { stageBinaries, stagedFolder } from './stage-binaries-and-clusters.js';
import { mayEnter, mayRun, postgresUser, type SystemUser } from './system-user.js';

/** A Postgres data directory that is ready to be served. */
export interface Cluster {
  /** The data directory itself; `<dataDir>/postgres` is this folder, or a link to it. */
  readonly folder: string;
  readonly password: string;
  readonly binaries: Binaries;
  /** The user that the server runs as, if it must differ from ours. */
  readonly user: SystemUser | undefined;
}

/**
 * The superuser's password is in the data directory, so that it is created, moved and deleted with it. Postgres ignores
 * the file.
 */
const PASSWORD_FILE = 'tributary-password';

/**
 * The cluster of a data folder, created at the first call. It is created atomically: after a crash only a temporary
 * folder is left, which the next call deletes; if two first starts run at once, one wins and both use its cluster.
 */
export async function openCluster(dataDir: string, logger: Logger): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true });
  const user = await postgresUser();
  const installed = await installedBinaries();
  const runsInPlace = user === undefined || (await mayRun(user, installed.postgres, '--version'));
  const binaries = runsInPlace ? installed : await stageBinaries(installed);

  if (!(await exists(folder))) {
    logger.info('creating the embedded database');
    await removeLeftovers(dataDir);
    await create(folder, dataDir, binaries, user, logger);
  }
  const password = await readFile(join(folder, PASSWORD_FILE), 'utf8').catch((cause: unknown) => {
    throw new EmbeddedDatabaseError(
      `${folder} is not readable, or is not a Tributary database; delete it to start with a new one`,
      {
        cause,
      },
    );
  });
  return { folder: await realpath(folder), password: password.trim(), binaries, user };
}

async function create(
  folder: string,
  dataDir: string,
  binaries: Binaries,
  user: SystemUser | undefined,
  logger: Logger,
): Promise<void> {
  const inPlace = user === undefined || (await mayEnter(user, dataDir));
  const workshop = inPlace
    ? join(dataDir, `initdb-${process.pid}-${randomBytes(4).toString('hex')}`)
    : await stagedFolder(folder);
  if (!inPlace)
    logger.info(
      { folder: workshop },
      'the user `postgres` may not enter the data folder: its database is stored elsewhere',
    );
  const fresh = join(workshop, 'cluster');
  try {
    await initialise(workshop, fresh, binaries, user);
    await (inPlace ? rename(fresh, folder) : symlink(fresh, folder));
    if (inPlace) await rm(workshop, { recursive: true, force: true });
  } catch (error) {
    await rm(workshop, { recursive: true, force: true });
    if (!(await exists(folder))) throw error; // otherwise another start was faster
  }
}

async function initialise(
  workshop: string,
  fresh: string,
  binaries: Binaries,
  user: SystemUser | undefined,
): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  const passwordFile = join(workshop, 'password');
  await mkdir(workshop, { recursive: true });
  await chmod(workshop, 0o755); // independent of the umask
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) await Promise.all([fresh, passwordFile].map((path) => chown(path, user.uid, user.gid)));
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
  ];
  // Text sorts by code point and folds case by Unicode, so that all machines agree.
  flags.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions');
  await promisify(execFile)(binaries.initdb, [`--pgdata=${fresh}`, ...flags], {
    ...user,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  await rm(passwordFile);
  await writeFile(join(fresh, PASSWORD_FILE), password, { mode: 0o600 });
}

/** Temporary folders of first starts that did not finish. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = /^initdb-(\d+)-/.exec(name)?.[1];
    if (maker !== undefined && !isAlive(Number(maker))) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/** A link whose target is missing counts as absent, and is deleted. */
async function exists(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) await rm(folder, { force: true });
  return found !== undefined;
}
