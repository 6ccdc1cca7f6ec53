import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isMeasured } from './sources.js';

/**
 * The compiled file in place of a source that a test imports, so that tests and the processes that they start run the same
 * code: only then does V8 count both alike.
 *
 * @param specifier - as the import has it
 * @param importer - the file that imports it
 * @returns undefined for what is imported as it is
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
