import { existsSync, readdirSync, rmSync } from 'node:fs';
import type { Temporal } from 'temporal-polyfill';
import { isAlive } from '../../runtime/embedded/postmaster.js';
import type { Day } from './days.js';

/** The paths of the library in Debian's package `libfaketime`: `apt-get install faketime`. */
const LIBRARY = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`)
  .find(existsSync);

/**
 * Environment variables that move the clock of a process, and of its child processes, to a day. All clocks are moved by
 * the same number of seconds, so they agree. Timers and the monotonic clock do not change.
 */
export function clockOf({ at, zone }: Day, now: Temporal.Instant): Readonly<Record<string, string>> {
  return { ...(zone === undefined ? {} : { TZ: zone }), ...(at === undefined ? {} : putForward(at, now)) };
}

function putForward(at: Temporal.ZonedDateTime, now: Temporal.Instant): Readonly<Record<string, string>> {
  if (LIBRARY === undefined) throw new Error('libfaketime is not installed: apt-get install faketime');
  const ahead = Math.round((at.epochMilliseconds - now.epochMilliseconds) / 1_000);
  return { LD_PRELOAD: LIBRARY, FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}s`, DONT_FAKE_MONOTONIC: '1' };
}

/** The library leaves two small files for each killed process. */
export function removeLeftovers(folder = '/dev/shm'): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = /^(?:sem\.)?faketime_(?:sem|shm)_(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(`${folder}/${name}`, { force: true });
  }
}
