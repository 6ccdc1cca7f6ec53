import { randomBytes } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { freshDeployment } from '../../core/config/deployment-secrets.js';
import { COMPOSE_PASSWORDS, environmentFileTexts } from '../../core/config/environment-file-texts.js';
import { CommandError } from '../command-error.js';

export interface WrittenFile {
  readonly path: string;
  /** Its settings without a value. */
  readonly to_fill_in: readonly string[];
}

/** Writes the environment files of a new deployment, which only their owner may read. Replaces no file. */
export async function writeEnvironmentFiles(
  folder: string,
  fresh: Awaited<ReturnType<typeof freshDeployment>>,
): Promise<readonly WrittenFile[]> {
  const passwords = COMPOSE_PASSWORDS.map((name) => [name, randomBytes(24).toString('hex')]);
  const texts = environmentFileTexts(fresh, Object.fromEntries(passwords));
  const files = [...texts].map(([name, text]) => ({ path: join(folder, name), text }));
  // All are checked before one is written: a half-new set of secrets does not work, and a replaced one is lost.
  for (const { path } of files) {
    if (await exists(path)) throw new CommandError(`${path} exists and is not replaced; no file was written`);
  }
  await mkdir(folder, { recursive: true });
  for (const { path, text } of files) await writeFile(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
  return files.map(({ path, text }) => ({
    path,
    to_fill_in: [...text.matchAll(/^(\w+)=$/gm)].map(([, name = '']) => name),
  }));
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
