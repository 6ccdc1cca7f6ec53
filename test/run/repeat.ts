import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { failuresOf, type RunResult } from './results.js';
import { runVitest } from './run-vitest.js';

/* `npm run test:repeat`: finds race conditions by repetition. */

const LOGS = 'node_modules/.tributary/repeat';

/** A browser, another process or a clock: here a test can be faster or slower than the thing that it tests. */
const CAN_RACE =
  /support\/(browser|dashboard|process|command|command-host|apart|mortal|killable|simulated-time|own-postgres|redis|faults|failover|deaf-worker)|rolling-parts|spawn\(|SIGKILL|test-clock/;

interface Options {
  readonly times: number;
  readonly whole?: true;
  readonly besideLoad?: true;
  readonly list?: true;
}

await new Command('test:repeat')
  .description('Runs test files repeatedly, each alone, and shows which of them ever fail.')
  .argument(
    '[patterns...]',
    'files whose path contains one of these; default: those with a browser, processes or a clock',
  )
  .option('--times <n>', 'how often', positive, 10)
  .option('--whole', 'run the whole suite instead, each time in another order')
  .option('--beside-load', 'run next to a process that uses a whole core')
  .option('--list', 'print the files, and run nothing')
  .action(run)
  .parseAsync();

async function run(patterns: readonly string[], { times, whole, besideLoad, list }: Options): Promise<void> {
  const files = whole ? ['the whole suite'] : testFiles(patterns);
  if (list || files.length === 0) return print(files.join('\n'));
  mkdirSync(LOGS, { recursive: true });
  const load = besideLoad ? loaded() : undefined;
  print(`| file | runs | failed | slowest, s |\n|---|---:|---:|---:|`);
  for (const file of files) {
    const walls: number[] = [];
    const failures: string[] = [];
    for (let time = 1; time <= times; time += 1) {
      const began = performance.now();
      const log = join(LOGS, `${file.replaceAll(/\W+/g, '-')}-${time}.log`);
      const words = whole ? ['--sequence.shuffle.files', `--sequence.seed=${Date.now()}`] : [file];
      failures.push(...failuresIn(await runVitest(words, log, false)).map((failure) => `${failure} (${log})`));
      walls.push(performance.now() - began);
    }
    print(`| ${file} | ${times} | ${failures.length} | ${(Math.max(...walls) / 1000).toFixed(1)} |`);
    for (const failure of failures) print(`failed: ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
  }
  load?.kill();
}

function testFiles(patterns: readonly string[]): readonly string[] {
  const all = readdirSync('test', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => relative('.', join(entry.parentPath, entry.name)))
    .sort();
  if (patterns.length > 0) return all.filter((file) => patterns.some((pattern) => file.includes(pattern)));
  return all.filter((file) => CAN_RACE.test(readFileSync(file, 'utf8')));
}

function failuresIn({ files, errors }: RunResult): readonly string[] {
  return [
    ...files
      .filter((file) => failuresOf(file) > 0)
      .flatMap(({ file, failed }) => (failed.length === 0 ? [file] : failed.map((test) => `${file} › ${test}`))),
    ...(errors > 0 ? [`${errors} errors outside of any test`] : []),
  ];
}

/** A process that uses a whole core. */
function loaded(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('must be an integer of at least 1');
  return number;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
