import { copyFileSync, readFileSync } from 'node:fs';
import { RESULTS, type RunResult, summary } from './results.js';
import { runVitest } from './run-vitest.js';
import { repeatable, verdict } from './verdict.js';

/*
 * Runs the tests as in CI: a failed browser test file is repeated once, alone; skipped tests fail the run; the last
 * line is the result of the whole run. `npm test` itself repeats nothing.
 */

const MAY_REPEAT = '.ci/may-repeat.txt';
const LOG = 'node_modules/.tributary/tests.log';

const first = await runVitest([], LOG, true);
copyFileSync(RESULTS, RESULTS.replace('.json', '-first.json'));
const again: RunResult[] = [];
for (const [index, file] of repeatable(first, listed()).entries()) {
  print(`repeated alone: ${file}; the log of its failure is ${LOG}`);
  again.push(await runVitest([file], LOG.replace('.log', `-repeated-${index + 1}.log`), true));
}
const { result, flaky, reasons } = verdict(first, again);
for (const name of flaky) print(`flaky: ${name}`);
for (const reason of reasons) print(reason);
print(summary(result));
process.exit(reasons.length === 0 ? 0 : 1);

function listed(): ReadonlySet<string> {
  const lines = readFileSync(MAY_REPEAT, 'utf8').split('\n');
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
