import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FileResult, RunResult } from './results.js';
import { summary } from './results.js';
import { repeatable, verdict } from './verdict.js';

const file = (name: string, failed: readonly string[] = [], more: Partial<FileResult> = {}): FileResult => ({
  file: name,
  state: failed.length > 0 ? 'failed' : 'passed',
  passed: 2,
  failed,
  skipped: [],
  wall: 1,
  own: 1,
  children: 0,
  ...more,
});
const run = (...files: readonly FileResult[]): RunResult => ({ files, errors: 0 });
const PAGES = new Set(['page.test.ts', 'other-page.test.ts']);

describe('a run in CI', () => {
  it('passes when every test passed, without a repetition', () => {
    const first = run(file('page.test.ts'), file('money.test.ts'));
    expect(repeatable(first, PAGES)).toEqual([]);
    expect(verdict(first, [])).toMatchObject({ flaky: [], reasons: [] });
    expect(summary(first)).toBe('4 passed, 0 failed, 0 skipped');
  });

  it('repeats a listed file; if it then passes, its failed test is reported as flaky and counts as passed', () => {
    const first = run(file('page.test.ts', ['opens'], { passed: 1 }), file('money.test.ts'));
    expect(repeatable(first, PAGES)).toEqual(['page.test.ts']);
    const { result, flaky, reasons } = verdict(first, [run(file('page.test.ts'))]);
    expect([flaky, reasons]).toEqual([['page.test.ts › opens'], []]);
    expect(summary(result)).toBe('4 passed, 0 failed, 0 skipped');
  });

  it('fails when a repeated file fails again', () => {
    const first = run(file('page.test.ts', ['opens']));
    expect(verdict(first, [run(file('page.test.ts', ['closes']))]).reasons).toEqual(['failed: page.test.ts']);
    const withStray = { files: [file('page.test.ts')], errors: 1 };
    expect(verdict(first, [withStray]).reasons).toEqual(['1 errors outside of any test']);
  });

  it('repeats nothing when an unlisted file failed, or an error happened outside of any test', () => {
    const first = run(file('page.test.ts', ['opens']), file('money.test.ts', ['twice']));
    expect(repeatable(first, PAGES)).toEqual([]);
    expect(verdict(first, []).reasons).toEqual(['failed: page.test.ts', 'failed: money.test.ts']);
    const stray = { files: [file('page.test.ts', ['opens'])], errors: 1 };
    expect(repeatable(stray, PAGES)).toEqual([]);
    expect(verdict(stray, []).reasons).toContain('1 errors outside of any test');
  });

  it('fails on more than three flaky tests', () => {
    const first = run(file('page.test.ts', ['a', 'b']), file('other-page.test.ts', ['c', 'd']));
    const repeated = [run(file('page.test.ts')), run(file('other-page.test.ts'))];
    expect(verdict(first, repeated).reasons).toEqual(['4 flaky tests; at most 3 are tolerated']);
  });

  it('fails on a skipped test, on a file that cannot be loaded, and when no test ran', () => {
    const skipped = verdict(run(file('page.test.ts', [], { skipped: ['with a browser'] })), []);
    expect(skipped.reasons).toEqual(['skipped: page.test.ts › with a browser']);
    const unloadable = run(file('page.test.ts', [], { state: 'failed', passed: 0 }));
    expect(summary(unloadable)).toBe('0 passed, 1 failed, 0 skipped');
    expect(verdict(run(), []).reasons).toEqual(['no test ran']);
  });
});

it('the files that CI may repeat exist', () => {
  const files = readFileSync('.ci/may-repeat.txt', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(0);
});
