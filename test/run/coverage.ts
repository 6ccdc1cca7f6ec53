import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { Executed } from './code-coverage/executed.js';
import { reportOf, textOf } from './code-coverage/report.js';
import { sourceCoverage } from './code-coverage/source-coverage.js';
import { isMeasured, measuredFiles } from './code-coverage/sources.js';
import { failuresOf } from './results.js';
import { runVitest } from './run-vitest.js';

/* `npm run coverage`: the lines and branches of our sources that the tests run, in their workers and in the processes they start. */

const ROOT = process.cwd();
const DIST = join(ROOT, 'dist');
const KEPT = 'node_modules/.tributary';
const LOG = join(KEPT, 'coverage.log');
/** On the disk: one process can leave 20 MB. */
const REPORTS = join(ROOT, KEPT, 'coverage');
const MERGE_EVERY_MS = 5_000;

await new Command('coverage')
  .description(
    'Runs the tests and shows which lines and branches of the sources they cover, including child processes.',
  )
  .argument('[words...]', 'only test files, and sources, whose path contains one of these')
  .option('--json', `only the figures, as one JSON document; the output of the tests is in ${LOG}`)
  .action(run)
  .parseAsync();

async function run(words: readonly string[], { json }: { readonly json?: true }): Promise<void> {
  compileUnbundled();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const executed = new Executed(
    REPORTS,
    (url) => url.startsWith('file:') && isMeasured(relative(DIST, fileURLToPath(url))),
  );
  const merging = setInterval(() => executed.take(), MERGE_EVERY_MS);
  const config = ['--config', 'test/run/code-coverage/vitest.config.ts'];
  const { files, errors } = await runVitest([...config, ...words], LOG, json === undefined, {
    NODE_V8_COVERAGE: REPORTS,
  });
  clearInterval(merging);
  const lost = executed.take();
  rmSync(REPORTS, { recursive: true, force: true });
  const report = reportOf(await sourceCoverage(measuredFor(words, executed), executed.scripts), (path) =>
    relative(ROOT, path),
  );
  print(json === undefined ? textOf(report).join('\n') : JSON.stringify(report, null, 2));
  if (lost > 0) process.stderr.write(`${lost} reports of processes could not be read\n`);
  if (errors > 0 || files.some((file) => failuresOf(file) > 0)) process.exitCode = 1;
}

/**
 * Compiles without the bundle of the command line, because the bundle's lines cannot be mapped to the sources. The next
 * command that prepares the project builds the bundle again.
 */
function compileUnbundled(): void {
  rmSync(join(KEPT, 'compile'), { force: true });
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('the project does not compile');
}

/** The compiled files of the sources that a run measures. */
function measuredFor(words: readonly string[], executed: Executed): readonly string[] {
  const all = measuredFiles(DIST);
  if (words.length === 0) return all;
  const named = all.filter((path) => words.some((word) => relative(DIST, path).includes(word)));
  if (named.length > 0) return named;
  const loaded = new Set(executed.scripts.map(({ url }) => fileURLToPath(url)));
  return all.filter((path) => loaded.has(path));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
