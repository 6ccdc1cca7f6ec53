import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type FileResult, RESULTS, type RunResult, summary } from '../run/results.js';
import type {} from './file-cost.js';

const SLOWEST = 10;

/**
 * Collects each file's result and cost, shows the ten slowest, and ends with the line `N passed, N failed, N skipped`.
 */
export default class PlainSummary implements Reporter {
  #root = '.';

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const files = modules.map((module) => resultOf(module, this.#root)).sort((a, b) => b.wall - a.wall);
    const result: RunResult = { files, errors: errors.length };
    const kept = join(this.#root, RESULTS);
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, JSON.stringify(result, null, 1));
    for (const { file, wall, own, children } of files.slice(0, SLOWEST))
      print(`${seconds(wall)} s (own ${seconds(own)}, children ${seconds(children)}) ${file}`);
    print(summary(result));
  }
}

function resultOf(module: TestModule, root: string): FileResult {
  const tests = [...module.children.allTests()];
  const inState = (state: 'passed' | 'failed' | 'skipped') => tests.filter((test) => test.result().state === state);
  return {
    file: relative(root, module.moduleId),
    state: module.state(),
    passed: inState('passed').length,
    failed: inState('failed').map((test) => test.fullName),
    skipped: inState('skipped').map((test) => test.fullName),
    ...(module.meta().cost ?? { wall: 0, own: 0, children: 0 }),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
