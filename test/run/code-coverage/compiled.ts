import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isMeasured } from './sources.js';

/**
 * The compiled file to use instead of a source that a test imports. Tests and the processes that they start then run
 * the same code, so that V8 counts both together.
 *
 * @param specifier - the specifier of the import
 * @param importer - the importing file
 * @returns undefined for a file that is imported from source
 */
export function compiledInstead(root: string, specifier: string, importer: string | undefined): string | undefined {
  if (importer === undefined || !specifier.startsWith('.')) return undefined;
  const path = relative(root, resolve(dirname(importer), specifier));
  const compiled = join(root, 'dist', path);
  return isOurs(path) && existsSync(compiled) ? compiled : undefined;
}

/** Generated code is not measured, but there must be one copy of it. */
function isOurs(path: string): boolean {
  return isMeasured(path.replace('/generated/', '/')) || (path.startsWith('prisma/') && path.endsWith('.js'));
}
