import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Binaries, binariesIn } from './binaries.js';
import { isAlive, signalCluster } from './postmaster.js';

/** Location of root's embedded databases when the user `postgres` may not enter the data folder. */
const STAGING = '/var/lib/tributary';

/** Copies the binaries, once per version, to a folder where every user may run them. */
export async function stageBinaries(installed: Binaries): Promise<Binaries> {
  await openStaging();
  const folder = join(STAGING, `postgres-${installed.version}`);
  const present = await readdir(folder).catch(() => []);
  if (present.length === 0) {
    const aside = `${folder}.${process.pid}.${randomBytes(4).toString('hex')}`;
    await cp(installed.folder, aside, { recursive: true, verbatimSymlinks: true });
    await chmod(aside, 0o755);
    // The loser of a race finds the winner's copy.
    await rename(aside, folder).catch(() => rm(aside, { recursive: true }));
  }
  return binariesIn(folder, installed.version);
}

/** A new, empty folder for a cluster outside the data folder; `link` is the link that will point to it. */
export async function stagedFolder(link: string): Promise<string> {
  await openStaging();
  await removeAbandoned();
  const folder = join(STAGING, `data-${process.pid}-${randomBytes(6).toString('hex')}`);
  await mkdir(folder);
  await writeFile(join(folder, 'origin'), link);
  return folder;
}

/** Accessible to every user, independent of the umask. */
async function openStaging(): Promise<void> {
  await mkdir(STAGING, { recursive: true });
  await chmod(STAGING, 0o755);
}

/** Deletes staged clusters whose data folder no longer exists (a deleted clone). */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(STAGING)) {
    const [kind, maker] = name.split('-');
    if (kind !== 'data' || isAlive(Number(maker))) continue;
    const folder = join(STAGING, name);
    const origin = await readFile(join(folder, 'origin'), 'utf8').catch(() => '');
    const target = await readlink(origin).catch(() => '');
    if (target.includes(`/${basename(folder)}/`)) continue;
    await signalCluster(join(folder, 'cluster'), 'SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  }
}
