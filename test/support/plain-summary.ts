import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import type {} from './file-cost.js';

/** Where the last run's files are listed with their cost and their result, for whoever asks what is slow. */
const RESULTS = 'node_modules/.tributary/test-files.json';

const SLOWEST = 10;

/** The ten slowest files, and the last line of a run, in words that any machine reads: `N passed, N failed, N skipped`. */
export default class PlainSummary implements Reporter {
  #root = '.';

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const files = modules.map((module) => ({
      file: relative(this.#root, module.moduleId),
      tests: [...module.children.allTests()].length,
      state: module.state(),
      ...(module.meta().cost ?? { wall: 0, own: 0, children: 0 }),
    }));
    files.sort((a, b) => b.wall - a.wall);
    const results = join(this.#root, RESULTS);
    mkdirSync(dirname(results), { recursive: true });
    writeFileSync(results, JSON.stringify(files, null, 1));
    for (const { file, wall, own, children } of files.slice(0, SLOWEST))
      print(`${seconds(wall)} s (own ${seconds(own)}, children ${seconds(children)}) ${file}`);
    print(summary(modules, errors));
  }
}

function summary(modules: readonly TestModule[], errors: readonly unknown[]): string {
  const results = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
  const brokenFiles = modules.filter(
    (module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
  );
  const count = (state: 'passed' | 'failed' | 'skipped') => results.filter((result) => result === state).length;
  const failed = count('failed') + brokenFiles.length + errors.length;
  return `${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
