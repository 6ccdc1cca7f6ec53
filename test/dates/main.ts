import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { Temporal } from 'temporal-polyfill';
import { calendarFiles } from './calendar-files.js';
import { type Day, daysAfter } from './days.js';
import { clockOf, removeLeftovers } from './moved-clock.js';

/* `npm run test:dates`: the tests that read a calendar, each day with the clock of all their processes moved there. */

const ROOT = process.cwd();
const LOGS = join(ROOT, 'node_modules/.tributary/dates');
const RESULTS = join(ROOT, 'node_modules/.tributary/test-files.json');

interface Outcome {
  readonly day: Day;
  readonly passed: number;
  readonly failed: readonly string[];
  readonly seconds: number;
}

const program = new Command('test:dates')
  .description('Runs the tests that read a calendar on days that are special, by a moved clock (libfaketime).')
  .option('--day <name>', 'only this day; may be given again', (name, names: string[]) => [...names, name], [])
  .option(
    '--file <pattern>',
    'test files whose path has this regular expression, instead of those that read a calendar',
  )
  .option('--list', 'prints the days and files, and runs nothing')
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
  print(outcomes.flatMap(({ day, failed }) => failed.map((file) => `failed: ${day.name} › ${file}`)));
  process.exitCode = outcomes.some(({ failed }) => failed.length > 0) ? 1 : 0;
}

/** One run of vitest. What it prints is in `node_modules/.tributary/dates/{day}.log`. */
async function runOn(day: Day, files: readonly string[]): Promise<Outcome> {
  rmSync(RESULTS, { force: true });
  const log = createWriteStream(join(LOGS, `${day.name}.log`));
  const began = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...files], {
    env: { ...process.env, ...clockOf(day, Temporal.Now.instant()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  await once(child, 'close');
  log.end();
  removeLeftovers();
  const states = new Map(
    JSON.parse(readFileSync(RESULTS, 'utf8')).map(({ file, state }: { file: string; state: string }) => [file, state]),
  );
  const failed = files.filter((file) => !['passed', 'skipped'].includes(String(states.get(file))));
  return {
    day,
    passed: files.length - failed.length,
    failed,
    seconds: Math.round((performance.now() - began) / 1_000),
  };
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
