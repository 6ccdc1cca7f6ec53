import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { answerOf } from './command.js';
import { until } from './until.js';

/** A data folder of its own, as a start on demo data leaves it behind: the embedded Postgres, stopped, and `demo-credentials.json`. */
export interface DemoFolder {
  readonly path: string;
  /** Once no process runs in it. */
  remove(): Promise<void>;
}

/** A copy of the one that the run seeds once: seeding takes the time of a whole test file. */
export async function demoFolder(): Promise<DemoFolder> {
  const seeded = join(inject('runFolder'), 'demo');
  await seedOnce(seeded);
  const path = await mkdtemp(join(tmpdir(), 'tributary-demo-'));
  // As root, the database runs as another user: owners and modes are copied too.
  await promisify(execFile)('cp', ['-a', `${seeded}/.`, path]);
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** By the worker that takes the lock; the others wait until the folder is in place, whole. */
async function seedOnce(seeded: string): Promise<void> {
  const isOurs = await mkdir(`${seeded}.lock`).then(
    () => true,
    () => false,
  );
  if (isOurs) {
    const aside = `${seeded}.aside`;
    await mkdir(aside, { mode: 0o755 });
    await answerOf(['demo', 'seed'], { TRIBUTARY_DATA_DIR: aside, LOG_LEVEL: 'fatal' });
    await rename(aside, seeded);
  }
  await until(() => existsSync(seeded), 'the demo data are seeded', 240_000);
}
