import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The measured folders: the product and the client package. */
const FOLDERS = [
  'cli',
  'connectors',
  'core',
  'gateway',
  'ledger',
  'loan-model',
  'prisma/seed',
  'rest-facade',
  'runtime',
  'sdk/src',
  'subgraphs',
  'tools',
];

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
