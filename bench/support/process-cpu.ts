import { readdir, readFile } from 'node:fs/promises';
import { withClient } from '../../core/db/with-client.js';

/** One tick of /proc/PID/stat: Linux counts processor time in hundredths of a second (USER_HZ). */
const TICK_MICROSECONDS = 10_000;

interface ProcessCpu {
  readonly parent: number;
  /** Its own time, and that of its children that have ended. Ticks. */
  readonly ticks: number;
}

/**
 * The processor time that processes and all their descendants have used, in microseconds. Undefined without /proc (on
 * macOS).
 */
export async function cpuMicrosecondsOf(roots: readonly number[]): Promise<number | undefined> {
  const processes = await allProcesses();
  if (processes === undefined) return undefined;
  const isIncluded = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return roots.includes(pid) || (parent !== undefined && isIncluded(parent));
  };
  const ticks = [...processes].reduce((sum, [pid, { ticks: own }]) => (isIncluded(pid) ? sum + own : sum), 0);
  return ticks * TICK_MICROSECONDS;
}

/** The main process of a database server on this machine; undefined without /proc. */
export function postmasterOf(databaseUrl: string): Promise<number | undefined> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    return (await readProcess(String(pid)))?.parent;
  });
}

async function allProcesses(): Promise<ReadonlyMap<number, ProcessCpu> | undefined> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  const read = await Promise.all(pids.map(async (pid) => [Number(pid), await readProcess(pid)] as const));
  const found = read.flatMap(([pid, cpu]) => (cpu === undefined ? [] : [[pid, cpu] as const]));
  return found.length === 0 ? undefined : new Map(found);
}

/** Undefined for a process that has ended. */
async function readProcess(pid: string): Promise<ProcessCpu | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name is in parentheses and may contain spaces. See proc(5).
  const [, parent, ...others] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const times = others.slice(9, 13).map(Number);
  return { parent: Number(parent), ticks: times.reduce((sum, each) => sum + each, 0) };
}
