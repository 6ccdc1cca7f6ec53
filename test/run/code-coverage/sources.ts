import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose code is measured: the product and the client package. */
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

/** Whether a file, by its path from the project's folder, is code of ours that is measured. `.ts` or as it is compiled. */
export function isMeasured(path: string): boolean {
  return (
    FOLDERS.some((folder) => path.startsWith(`${folder}/`)) &&
    /(?<!\.test)\.[jt]s$/.test(path) &&
    !path.includes('/generated/')
  );
}

/** The compiled files that are measured, as paths. What has no source map was copied, not compiled: scripts for browsers. */
export function measuredFiles(dist: string): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
    .filter(isMeasured)
    .sort()
    .map((path) => join(dist, path))
    .filter((path) => existsSync(`${path}.map`));
}
