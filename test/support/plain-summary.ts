import type { Reporter, TestModule } from 'vitest/node';

/** The last line of a run, in words that any machine reads: `N passed, N failed`. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const results = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const brokenFiles = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
    );
    const count = (state: 'passed' | 'failed' | 'skipped') => results.filter((result) => result === state).length;
    const failed = count('failed') + brokenFiles.length + errors.length;
    process.stdout.write(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`);
  }
}
