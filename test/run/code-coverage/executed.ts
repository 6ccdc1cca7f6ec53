import { readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { mergeProcessCovs, type ProcessCov } from '@bcoe/v8-coverage';

/** The number of reports merged at a time; one may have 20 MB. */
const SLICE = 20;

/**
 * The coverage of our compiled code by all processes of a run. Each process writes one or more V8 reports to a folder.
 */
export class Executed {
  readonly #folder: string;
  readonly #isOurs: (url: string) => boolean;
  #merged: ProcessCov = { result: [] };

  /**
   * @param folder - the folder of the reports: `NODE_V8_COVERAGE`
   * @param isOurs - whether the script with this URL is measured
   */
  constructor(folder: string, isOurs: (url: string) => boolean) {
    this.#folder = folder;
    this.#isOurs = isOurs;
  }

  get scripts(): readonly Profiler.ScriptCoverage[] {
    return this.#merged.result;
  }

  /**
   * Merges the existing reports and deletes them, so that a long run never fills the disk. Skips a report that a
   * process is still writing.
   *
   * @returns the number of reports skipped
   */
  take(): number {
    const names = readdirSync(this.#folder).filter((name) => name.endsWith('.json'));
    let left = 0;
    for (let from = 0; from < names.length; from += SLICE) {
      const slice: ProcessCov[] = [];
      for (const name of names.slice(from, from + SLICE)) {
        const report = this.#read(join(this.#folder, name));
        if (report === undefined) left += 1;
        else slice.push(report);
      }
      this.#merged = mergeProcessCovs([this.#merged, ...slice]);
    }
    return left;
  }

  #read(path: string): ProcessCov | undefined {
    let report: ProcessCov;
    try {
      report = JSON.parse(readFileSync(path, 'utf8'));
    } catch {
      return undefined;
    }
    rmSync(path);
    return { result: report.result.filter(({ url }) => this.#isOurs(url)) };
  }
}
