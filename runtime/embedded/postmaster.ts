import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A running server, from the `postmaster.pid` of its cluster. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/**
 * The live server of a cluster, whichever process started it; undefined if there is none. Another process that happens
 * to have the pid left by a killed server does not count.
 */
export async function livePostmaster(cluster: string): Promise<Postmaster | undefined> {
  const written = await readPidFile(cluster);
  if (written === undefined || !isAlive(written.pid)) return undefined;
  return (await isServerOf(written.pid, cluster)) ? written : undefined;
}

/** Whether `postmaster.pid` names a living process that is not the cluster's server: it would block every start. */
export async function hasMisleadingPidFile(cluster: string): Promise<boolean> {
  const written = await readPidFile(cluster);
  return written !== undefined && isAlive(written.pid) && !(await isServerOf(written.pid, cluster));
}

export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Sends the signal to the cluster's server, if it is running, and waits for its end. Returns whether it has ended. */
export async function signalCluster(
  cluster: string,
  signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
  patienceMs = 5_000,
): Promise<boolean> {
  const postmaster = await livePostmaster(cluster);
  if (postmaster === undefined) return true;
  return signalAndWait(postmaster.pid, signal, patienceMs);
}

export async function signalAndWait(pid: number, signal: NodeJS.Signals, patienceMs: number): Promise<boolean> {
  if (isAlive(pid)) process.kill(pid, signal);
  for (let waited = 0; waited < patienceMs; waited += 20) {
    if (!isAlive(pid)) return true;
    await sleep(20);
  }
  return !isAlive(pid);
}

/** Line 1 is the process, line 4 the port (Postgres: storage-file-layout). */
async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0) } : undefined;
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const command = await commandLine(pid);
  const folder = await realpath(cluster).catch(() => cluster);
  return command.includes('postgres') && (command.includes(folder) || command.includes(cluster));
}

/** From /proc if available: slim images have no `ps`, macOS has no /proc. */
async function commandLine(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    const listed = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return listed.stdout;
  }
}
