import { createHash } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetched, run } from './command.mjs';
import { cache, here } from './places.mjs';
import { reach } from './registry.mjs';

const REQUIREMENTS = join(here, 'python/requirements.txt');
let prepared;

/**
 * An interpreter with the packages of `requirements.txt`, created once for each version of that file. @returns its
 * folder of programs
 */
export function pythonWithPackages() {
  prepared ??= prepare();
  return prepared;
}

async function prepare() {
  const digest = createHash('sha256')
    .update(await readFile(REQUIREMENTS))
    .digest('hex')
    .slice(0, 12);
  const version = (await run('python3', ['-c', 'import sys; print(*sys.version_info[:2], sep=".")'])).trim();
  const folder = join(cache, `python-${version}-${digest}`);
  const programs = join(folder, 'bin');
  if (await isThere(join(folder, 'complete'))) return programs;
  await reach('https://pypi.org/simple/pip/');
  await rm(folder, { recursive: true, force: true });
  await fetched('python3', ['-m', 'venv', folder]);
  await fetched(join(programs, 'python'), [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--require-hashes',
    '--only-binary',
    ':all:',
    '-r',
    REQUIREMENTS,
  ]);
  await writeFile(join(folder, 'complete'), '');
  return programs;
}

/** Compiles and imports every module of a package. */
export async function importAll(programs, name, folder) {
  await run(join(programs, 'python'), ['-m', 'compileall', '-q', '-j', '2', name], { cwd: folder });
  await run(join(programs, 'python'), [join(here, 'python/import_all.py'), name], {
    cwd: folder,
    env: { PYTHONPATH: folder },
  });
}

function isThere(file) {
  return stat(file).then(
    () => true,
    () => false,
  );
}
