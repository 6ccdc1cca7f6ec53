import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command, CommanderError } from 'commander';
import { Temporal } from 'temporal-polyfill';
import { calendarFiles } from './calendar-test-files.js';
import { type Day, daysAfter } from './days.js';
import { clockOf, removeLeftovers } from './moved-clock.js';

/* `npm run test:dates`: runs the calendar tests once per special day, with the clock of all their processes moved to it. */

const ROOT = process.cwd();
const LOGS = join(ROOT, 'node_modules/.tributary/dates');

/** Part of the output of vitest's `json` reporter. */
interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

interface Outcome {
  readonly day: Day;
  readonly passed: number;
  readonly failed: readonly string[];
  /** `file › test` */
  readonly failures: readonly string[];
  readonly seconds: number;
}

const program = new Command('test:dates')
  .description('Runs the tests that read a calendar on special days, with a moved clock (libfaketime).')
  .option('--day <name>', 'only this day; can be repeated', (name, names: string[]) => [...names, name], [])
  .option(
    '--file <pattern>',
    'test files whose path matches this regular expression, instead of those that read a calendar',
  )
  .option('--list', 'print the days and files, and run nothing')
  .exitOverride()
  .action(run);

async function run(options: { readonly day: readonly string[]; readonly file?: string; readonly list?: true }) {
  const all = daysAfter(Temporal.Now.instant());
  const unknown = options.day.filter((name) => !all.some((day) => day.name === name));
  if (unknown.length > 0)
    program.error(`no such day: ${unknown.join(', ')}; days: ${all.map(({ name }) => name).join(', ')}`);
  const days = options.day.length === 0 ? all : all.filter(({ name }) => options.day.includes(name));
  const files = calendarFiles(ROOT, options.file === undefined ? undefined : new RegExp(options.file));
  if (options.list) return print([...days.map(shown), ...files]);
  mkdirSync(LOGS, { recursive: true });
  const outcomes: Outcome[] = [];
  for (const day of days) {
    const outcome = await runOn(day, files);
    outcomes.push(outcome);
    process.stderr.write(`${row(outcome)}\n`);
  }
  print(['| day | passed | failed | seconds |', '|---|---:|---:|---:|', ...outcomes.map(row)]);
  print(outcomes.flatMap(({ day, failures }) => failures.map((failure) => `failed: ${day.name} › ${failure}`)));
  process.exitCode = outcomes.some(({ failed }) => failed.length > 0) ? 1 : 0;
}

/** Runs vitest once; its output is in `node_modules/.tributary/dates/{day}.log`. */
async function runOn(day: Day, files: readonly string[]): Promise<Outcome> {
  const results = join(LOGS, `${day.name}.json`);
  rmSync(results, { force: true });
  const log = createWriteStream(join(LOGS, `${day.name}.log`));
  const began = performance.now();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...files], {
    env: { ...process.env, ...clockOf(day, Temporal.Now.instant()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  await once(child, 'close');
  log.end();
  removeLeftovers();
  const seconds = Math.round((performance.now() - began) / 1_000);
  return { day, seconds, ...readResults(results, files) };
}

/** A file without a result counts as failed. */
function readResults(path: string, files: readonly string[]): Pick<Outcome, 'passed' | 'failed' | 'failures'> {
  const { testResults }: { testResults: readonly FileResult[] } = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { testResults: [] };
  const found = new Map(testResults.map((result) => [relative(ROOT, result.name), result]));
  const failed = files.filter((file) => found.get(file)?.status !== 'passed');
  const failures = failed.flatMap((file) => {
    const tests = found.get(file)?.assertionResults.filter(({ status }) => status === 'failed') ?? [];
    return tests.length === 0 ? [file] : tests.map(({ fullName }) => `${file} › ${fullName}`);
  });
  return { passed: files.length - failed.length, failed, failures };
}

function shown({ name, at, zone }: Day): string {
  return `${name}: ${at?.toString({ timeZoneName: 'never' }) ?? `TZ=${zone}`}`;
}

function row({ day, passed, failed, seconds }: Outcome): string {
  return `| ${shown(day)} | ${passed} | ${failed.length} | ${seconds} |`;
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

await program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode;
});
