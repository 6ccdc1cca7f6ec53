import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of Debian's `postgresql-15` and `postgresql-server-dev-15`. */
const PROGRAMS = '/usr/lib/postgresql/15';
const SHARED = '/usr/share/postgresql/15';
const HEADERS = '/usr/include/postgresql';
const REPOSITORY = 'https://github.com/citusdata/citus';
const VERSION = 'v13.2.2';
/**
 * Features left out: usage statistics to Citus' makers, and a compression; each needs one more library. (Zstandard's is
 * needed in any case: `libzstd-dev`.)
 */
const LEFT_OUT = ['--without-lz4', '--without-libcurl'];

/**
 * A private copy of Postgres 15 with Citus, built once for a work folder; the machine's own Postgres is not changed.
 * Postgres finds its libraries relative to its programs, so that a copy of the tree is self-contained.
 *
 * @returns the folder of its programs.
 */
export async function postgresWithCitus(workFolder: string, source: string | undefined): Promise<string> {
  const programs = join('lib/postgresql/15/bin');
  const built = join(workFolder, 'is-built');
  const root = join(workFolder, 'postgres');
  if (await exists(built)) return join(root, programs);
  const tree = join(workFolder, 'source');
  for (const folder of [root, tree]) await rm(folder, { recursive: true, force: true });
  await copyPostgres(root);
  if (source === undefined) await run('git', ['clone', '--depth', '1', '--branch', VERSION, REPOSITORY, tree], '/');
  else await run('cp', ['-a', source, tree], '/');
  await leaveOutWhatPostgresHas(tree);
  await run('./configure', ['--quiet', ...LEFT_OUT, `PG_CONFIG=${join(root, programs, 'pg_config')}`], tree);
  await run('make', ['-s', '-j2', 'with_llvm=no'], tree);
  await run('make', ['-s', 'install', 'with_llvm=no'], tree);
  await rename(tree, built);
  return join(root, programs);
}

async function copyPostgres(root: string): Promise<void> {
  for (const folder of ['lib/postgresql', 'share/postgresql', 'include'])
    await mkdir(join(root, folder), { recursive: true });
  await run('cp', ['-a', PROGRAMS, join(root, 'lib/postgresql/15')], '/');
  await run('cp', ['-a', SHARED, join(root, 'share/postgresql/15')], '/');
  await symlink(HEADERS, join(root, 'include/postgresql'));
}

/**
 * Later releases of Postgres 15 declare `have_createdb_privilege` themselves; Citus has its own declaration for the
 * earlier ones.
 */
async function leaveOutWhatPostgresHas(tree: string): Promise<void> {
  const declared = await readFile(join(HEADERS, '15/server/commands/dbcommands.h'), 'utf8');
  if (!declared.includes('have_createdb_privilege')) return;
  const path = join(tree, 'src/include/pg_version_compat.h');
  const text = await readFile(path, 'utf8');
  const without = text
    .replace('#define have_createdb_privilege() have_createdb_privilege()\n', '')
    .replace(/static inline bool\nhave_createdb_privilege\(void\)\n\{[\s\S]*?\n\}\n/, '');
  await writeFile(path, without);
}

async function run(program: string, parameters: readonly string[], folder: string): Promise<void> {
  const child = spawn(program, parameters, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ${parameters.join(' ')} ended with ${code}`);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
