import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { withClient } from '../../core/db/with-client.js';
import { chart } from './chart.js';
import type { Measured } from './measured.js';
import { figuresTable } from './table.js';

const PAGE = 'docs/performance.md';
const CHART = 'docs/performance.svg';
const BEGIN = '<!-- Written by `npm run bench -- rest --write`. -->';
const END = '<!-- End of the written part. -->';
const PACKAGES = ['express', 'fastify', 'pg', '@prisma/client'];

/** The highest load average of a machine that does little else. */
const QUIET = 0.5;

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

/** What a run was made with, in one sentence each. */
export async function conditions(
  databaseUrl: string,
  load: readonly number[],
  settings: string,
): Promise<readonly string[]> {
  const [{ stdout: commit }, { stdout: changes }] = await Promise.all([
    run('git', ['rev-parse', '--short=8', 'HEAD']),
    run('git', ['status', '--porcelain', '--untracked-files=no', '--', '.', `:!${PAGE}`, `:!${CHART}`]),
  ]);
  const [first] = cpus();
  const machine = `${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ version: string }>(`select current_setting('server_version') as version`),
  );
  const packages = await Promise.all(PACKAGES.map(async (name) => `${name} ${await versionOf(name)}`));
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} at commit ${commit.trim()}${changes === '' ? '' : ' with changes'}.`,
    `Machine: ${machine}; the load and Postgres ran on it too. Load average before: ${load.map((each) => each.toFixed(1)).join(', ')}.`,
    ...((load[0] ?? 0) > QUIET ? ['The machine was not quiet: these figures are only indicative.'] : []),
    `Versions: Node ${process.versions.node}, Postgres ${rows[0]?.version}, ${packages.join(', ')}.`,
    settings,
  ];
}

async function versionOf(name: string): Promise<string> {
  const folder = resolve(name).split(`node_modules/${name}/`)[0];
  const { version }: { version: string } = JSON.parse(
    await readFile(`${folder}node_modules/${name}/package.json`, 'utf8'),
  );
  return version;
}

/** Replaces the written part of the page, and the chart. */
export async function writePage(measured: readonly Measured[], lines: readonly string[]): Promise<void> {
  await writeFile(PAGE, withFigures(await readFile(PAGE, 'utf8'), measured, lines));
  await writeFile(CHART, chart(measured));
}

/** @throws {Error} when the page has no place for them. */
export function withFigures(page: string, measured: readonly Measured[], lines: readonly string[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${PAGE} has no place for the figures`);
  const image = '![Requests a second of each server, as a share of Express by hand](performance.svg)';
  const written = [BEGIN, lines.join('\n'), figuresTable(measured).trim(), image, ''].join('\n\n');
  return page.slice(0, begin) + written + page.slice(end);
}
