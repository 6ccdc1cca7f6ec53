/** The package brings no types. */
declare module '@bcoe/v8-coverage' {
  import type { Profiler } from 'node:inspector';

  export interface ProcessCov {
    readonly result: readonly Profiler.ScriptCoverage[];
  }

  /** Merges what several processes executed. It may change its arguments. */
  export function mergeProcessCovs(processes: readonly ProcessCov[]): ProcessCov;
}
