import { existsSync, readdirSync, rmSync } from 'node:fs';
import type { Temporal } from 'temporal-polyfill';
import { isAlive } from '../../runtime/embedded/postmaster.js';
import type { Day } from './days.js';

/** Where Debian's package `libfaketime` puts the library: `apt-get install faketime`. */
const LIBRARY = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`)
  .find(existsSync);

/**
 * Variables with which a process, and each one that gets them from it, has the clock of a day. The clock is put forward by one
 * number of seconds, so that all of them agree; timers and the monotonic clock stay as they are.
 */
export function clockOf({ at, zone }: Day, now: Temporal.Instant): Readonly<Record<string, string>> {
  return { ...(zone === undefined ? {} : { TZ: zone }), ...(at === undefined ? {} : putForward(at, now)) };
}

function putForward(at: Temporal.ZonedDateTime, now: Temporal.Instant): Readonly<Record<string, string>> {
  if (LIBRARY === undefined) throw new Error('libfaketime is not installed: apt-get install faketime');
  const ahead = Math.round((at.epochMilliseconds - now.epochMilliseconds) / 1_000);
  return { LD_PRELOAD: LIBRARY, FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}s`, DONT_FAKE_MONOTONIC: '1' };
}

/** The library leaves two small files of each process that was killed. */
export function removeLeftovers(folder = '/dev/shm'): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = /^(?:sem\.)?faketime_(?:sem|shm)_(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(`${folder}/${name}`, { force: true });
  }
}
