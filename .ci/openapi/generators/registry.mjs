import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { NotHere } from './not-here.mjs';

const REACH_MS = 5_000;
const DOWNLOAD_MS = 120_000;

/** @throws {NotHere} when it does not answer in time */
export async function reach(registry) {
  try {
    await fetch(registry, { method: 'HEAD', signal: AbortSignal.timeout(REACH_MS) });
  } catch {
    throw new NotHere(`${registry} is unreachable`);
  }
}

/** A file that is already in the cache with this digest is not fetched. @throws {NotHere} when it cannot be fetched */
export async function download(url, sha256, to) {
  if ((await digestOf(to)) === sha256) return;
  let bytes;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    bytes = Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new NotHere(`${url} could not be fetched: ${error.message}`);
  }
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${url} has changed: its SHA-256 is ${found}`);
  await mkdir(dirname(to), { recursive: true });
  await writeFile(`${to}.part`, bytes);
  await rename(`${to}.part`, to);
}

async function digestOf(file) {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}
