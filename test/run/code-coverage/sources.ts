import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MODULE_IMPORTS } from '../../support/modules.js';

/** Of some modules only a folder is the product, or its client package; the pages have measures of their own. */
const WITHIN: Readonly<Record<string, string | undefined>> = {
  prisma: 'prisma/seed',
  sdk: 'sdk/src',
  dashboard: undefined,
  site: undefined,
};

/** The measured folders. */
const FOLDERS = Object.keys(MODULE_IMPORTS).flatMap((name) => (name in WITHIN ? (WITHIN[name] ?? []) : name));

/** Whether the file at this path, relative to the project's folder, is measured: a `.ts` file or its compiled form. */
export function isMeasured(path: string): boolean {
  return (
    FOLDERS.some((folder) => path.startsWith(`${folder}/`)) &&
    /(?<!\.test)\.[jt]s$/.test(path) &&
    !path.includes('/generated/')
  );
}

/**
 * The paths of the measured compiled files. Files without a source map were copied, not compiled: scripts for browsers.
 */
export function measuredFiles(dist: string): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
    .filter(isMeasured)
    .sort()
    .map((path) => join(dist, path))
    .filter((path) => existsSync(`${path}.map`));
}
