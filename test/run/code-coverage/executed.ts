import { readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { mergeProcessCovs, type ProcessCov } from '@bcoe/v8-coverage';

/** Reports that are merged at a time: one may be 20 MB. */
const SLICE = 20;

/** What all processes of a run executed of our compiled code. Each process leaves one or more reports of V8 in a folder. */
export class Executed {
  readonly #folder: string;
  readonly #isOurs: (url: string) => boolean;
  #merged: ProcessCov = { result: [] };

  /**
   * @param folder - where processes write their reports: `NODE_V8_COVERAGE`
   * @param isOurs - whether a script, by its URL, is one of those that are measured
   */
  constructor(folder: string, isOurs: (url: string) => boolean) {
    this.#folder = folder;
    this.#isOurs = isOurs;
  }

  get scripts(): readonly Profiler.ScriptCoverage[] {
    return this.#merged.result;
  }

  /**
   * Merges the reports that are there, and deletes them, so that a long run never fills the disk. It leaves a report that a
   * process is still writing.
   *
   * @returns how many it left
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
