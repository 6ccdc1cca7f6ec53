import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Two commands at once in a fresh clone take turns; the second then has nothing to do. Returns a function that releases
 * the lock.
 */
export async function acquirePrepareLock(folder, say) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'prepare.lock');
  for (let waited = 0; !tryLock(path); waited += 100) {
    if (waited === 0) say(`waiting for another start that is preparing the project (${path}) …`);
    if (isAbandoned(path)) rmSync(path, { force: true });
    else await sleep(100);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release); // also when a step fails
  return release;
}

function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that holds it was killed. */
function isAbandoned(path) {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH' || error instanceof TypeError;
  }
}
