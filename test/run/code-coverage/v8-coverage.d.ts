/** The package has no types. */
declare module '@bcoe/v8-coverage' {
  import type { Profiler } from 'node:inspector';

  export interface ProcessCov {
    readonly result: readonly Profiler.ScriptCoverage[];
  }

  /** Merges the coverage of several processes. It may change its arguments. */
  export function mergeProcessCovs(processes: readonly ProcessCov[]): ProcessCov;
}
