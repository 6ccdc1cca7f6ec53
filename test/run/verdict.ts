import { failuresOf, type RunResult } from './results.js';

/** The run fails if more tests than this pass only when they are repeated. */
const MOST_FLAKY = 3;

export interface Verdict {
  /** The final result: a file that passed when it was repeated counts as passed. */
  readonly result: RunResult;
  /** `FILE › TEST` for each test that failed first and passed when its file was repeated. */
  readonly flaky: readonly string[];
  /** The reasons why the run fails, one line each; empty when it passes. */
  readonly reasons: readonly string[];
}

/** The failed files that may be repeated; none if there is any other error, because then the run fails anyway. */
export function repeatable({ files, errors }: RunResult, mayRepeat: ReadonlySet<string>): readonly string[] {
  const failed = files.filter((file) => failuresOf(file) > 0).map(({ file }) => file);
  return errors === 0 && failed.every((file) => mayRepeat.has(file)) ? failed : [];
}

/**
 * @param repeated - the runs of the files that were repeated, each alone
 */
export function verdict(first: RunResult, repeated: readonly RunResult[]): Verdict {
  const again = new Map(repeated.flatMap((run) => run.files.map((file) => [file.file, file])));
  const errors = repeated.reduce((sum, run) => sum + run.errors, first.errors);
  const files = first.files.map((file) => again.get(file.file) ?? file);
  const flaky = first.files
    .filter(({ file }) => again.get(file)?.state === 'passed')
    .flatMap(({ file, failed }) => (failed.length === 0 ? [file] : failed.map((test) => `${file} › ${test}`)));
  const broken = files.filter((file) => failuresOf(file) > 0);
  const skipped = files.flatMap(({ file, skipped: names }) => names.map((name) => `${file} › ${name}`));
  return {
    result: { files, errors },
    flaky,
    reasons: [
      ...broken.map(({ file }) => `failed: ${file}`),
      ...(errors > 0 ? [`${errors} errors outside of any test`] : []),
      ...skipped.map((name) => `skipped: ${name}`),
      ...(flaky.length > MOST_FLAKY ? [`${flaky.length} flaky tests; at most ${MOST_FLAKY} are tolerated`] : []),
      ...(files.length === 0 ? ['no test ran'] : []),
    ],
  };
}
