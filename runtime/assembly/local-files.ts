import type { FacadeFiles } from './base-services.js';
import { localBoardings } from './boarding-uploads.js';
import { localExports } from './report-exports.js';
import type { Resources } from './resources.js';

/** The files of subgraphs in this process. */
export function localFiles(resources: Resources): FacadeFiles {
  return { exports: localExports(resources), boardings: localBoardings(resources) };
}
