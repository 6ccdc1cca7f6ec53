import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cache } from './places.mjs';

const FILE = join(cache, 'lock');
const MOST_MS = 300_000;

/**
 * Only one run uses the cache at a time. @returns a function that releases it; undefined if another run held it for too
 * long
 */
export async function lockCache() {
  await mkdir(cache, { recursive: true });
  for (const last = performance.now() + MOST_MS; performance.now() < last; await pause(1_000)) {
    if (await taken()) return () => rm(FILE, { force: true });
  }
  return undefined;
}

async function taken() {
  try {
    const file = await open(FILE, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const holder = Number(await readFile(FILE, 'utf8').catch(() => ''));
    // Left by a run that was killed.
    if (holder > 0 && !isRunning(holder)) await rm(FILE, { force: true });
    return false;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
