import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { z } from 'zod';

/** File content by path below the version's folder. */
const packSchema = z.record(z.string(), z.string());

/**
 * Files that no part needs: tests, benches, browser pages, and the bundle, whose modules are included. The command line
 * uses the SDK. The gateway reads the dashboard's page and its list of assets when it starts, so both are there: one
 * asset stands for all.
 */
const LEFT_OUT =
  /^(test|bench|site|bundled)\/|^dashboard\/(?!dist\/(?:index\.html$|assets\/[^/]*\.css$))|\.test\.js$|\.map$|^vitest/;

/**
 * The compiled product of a version, without its packages, as one small file.
 *
 * @param folder - a clone of the version, with its packages installed and prepared by `node tools/prepare.mjs`
 */
export async function packParts(folder: string): Promise<Buffer> {
  const compiled = await mkdtemp(join(tmpdir(), 'tributary-pack-'));
  try {
    const compiler = join(folder, 'node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [compiler, '--outDir', compiled, '--sourceMap', 'false'], {
      cwd: folder,
    });
    const built = join(folder, 'dist');
    const files = {
      'package.json': await readFile(join(folder, 'package.json'), 'utf8'),
      ...(await filesOf(compiled, (path) => path.endsWith('.js'))),
      ...(await filesOf(built, (path) => !path.endsWith('.js'))),
    };
    const mode = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
    return await promisify(brotliCompress)(JSON.stringify(files), { params: mode });
  } finally {
    await rm(compiled, { recursive: true, force: true });
  }
}

/**
 * Unpacks a version's parts to a new folder; they use the packages that this version has installed.
 *
 * @returns the folder; its command line is `dist/cli/main.js`
 */
export async function unpackParts(packed: Buffer): Promise<string> {
  const files = packSchema.parse(JSON.parse((await promisify(brotliDecompress)(packed)).toString()));
  const folder = await mkdtemp(join(tmpdir(), 'tributary-released-'));
  const folders = new Set(Object.keys(files).map((path) => dirname(join(folder, path))));
  for (const each of folders) await mkdir(each, { recursive: true });
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(join(folder, path), text)));
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  // Bundled like this version, which halves the start time.
  const { bundle } = await import(new URL('../../tools/bundle.mjs', import.meta.url).href);
  await bundle(join(folder, 'dist'), { main: 'cli/main.js' });
  return folder;
}

async function filesOf(folder: string, isWanted: (path: string) => boolean): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (LEFT_OUT.test(path) || !isWanted(path)) continue;
    files[`dist/${path}`] = await readFile(join(folder, path), 'utf8');
  }
  return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}
