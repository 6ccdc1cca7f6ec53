import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The resident memory of this process, in megabytes. */
export function ownMemoryMb(): number {
  return process.memoryUsage.rss() / 1e6;
}

/** The resident memory of another process, by `ps`, on Linux and macOS alike. Never blocks this process. */
export async function memoryMbOf(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1_024;
}

/** Adds a reading to the returned list now and then, until `stop` is called or the process ends. */
export function watchMemory(everyMs: number, readMb: () => number | Promise<number> = ownMemoryMb) {
  const samples: number[] = [];
  const timer = setInterval(async () => samples.push(await readMb()), everyMs).unref();
  return { samples, peakMb: () => Math.max(...samples), stop: () => clearInterval(timer) };
}
