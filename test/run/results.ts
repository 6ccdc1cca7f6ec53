import { readFileSync } from 'node:fs';
import type { FileCost } from '../support/file-cost.js';

/** The file with a run's result, relative to the project's folder. */
export const RESULTS = 'node_modules/.tributary/test-files.json';

export interface FileResult extends FileCost {
  readonly file: string;
  /** `failed` without a failed test: the file could not be loaded, or one of its hooks failed. */
  readonly state: string;
  readonly passed: number;
  /** The tests' full names. */
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

export interface RunResult {
  readonly files: readonly FileResult[];
  /** The number of errors outside of any test. */
  readonly errors: number;
}

/** The last run's result. */
export function lastResult(): RunResult {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/** `N passed, N failed, N skipped`; a file that fails as a whole is one failure. */
export function summary({ files, errors }: RunResult): string {
  const total = (count: (file: FileResult) => number) => files.reduce((sum, file) => sum + count(file), 0);
  const failed = errors + total(failuresOf);
  return `${total(({ passed }) => passed)} passed, ${failed} failed, ${total(({ skipped }) => skipped.length)} skipped`;
}

export function failuresOf({ failed, state }: FileResult): number {
  return state === 'failed' ? Math.max(1, failed.length) : 0;
}
