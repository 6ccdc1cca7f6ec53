import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let host: CommandHost;
let lender: Lender;
let folder: string;

beforeAll(async () => {
  host = openCommandHost();
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  folder = await mkdtemp(join(tmpdir(), 'tributary-batches-'));
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
  await instance.close();
});

const batch = async (lines: readonly string[], ...options: string[]) => {
  const file = join(folder, 'lockbox.csv');
  await writeFile(file, `${['idempotency_key,account_id,amount_cents,payment_method', ...lines].join('\n')}\n`);
  const words = ['payments', 'batch', file, '--organization', lender.organizationId, '--json', ...options];
  const { code, stdout, stderr } = await host.run(words, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: instance.databaseUrl,
    TRIBUTARY_DATA_DIR: instance.resources.config.TRIBUTARY_DATA_DIR,
  });
  return { code, stderr, answer: JSON.parse(stdout || 'null') };
};
const payments = async () =>
  (
    await instance.resources.pool.query(
      'select amount_cents::int as cents, recorded_by from collected_payment order by 1',
    )
  ).rows;

it('payments batch › a file is tried, recorded up to a refused row, resumed and reported; a repeated call is the same batch', async () => {
  const account = await lender.ledgerAccount();
  const refuses = await lender.sandboxAccount('SBX-REFUSES');
  const lines = [`a,${account},100,cash`, `b,${refuses},200,cash`, `c,${account},300,cash`];
  const out = join(folder, 'results.csv');

  const dry = await batch(lines, '--dry-run', '--mode', 'continue');
  expect([dry.code, dry.answer]).toMatchObject([
    0,
    { status: 'completed', dry_run: true, outcomes: { would_post: { rows: 3, amount_cents: 600 } } },
  ]);
  expect(await payments()).toEqual([]);

  const stopped = await batch(lines);
  expect(stopped.answer).toMatchObject({ status: 'stopped', stop_reason: 'row_refused', row_count: 3, sum_cents: 600 });
  expect(stopped.stderr).toContain('tributary: 2 of 3 rows');
  const again = await batch(lines);
  expect(again.answer).toEqual(stopped.answer);
  const resumed = await batch(lines, '--resume', '--out', out);
  expect(resumed.answer).toMatchObject({ batch_id: stopped.answer.batch_id, status: 'completed', stop_reason: null });
  const recorded_by = expect.stringMatching(/^cli:|^\w/);
  expect(await payments()).toEqual([
    { cents: 100, recorded_by },
    { cents: 300, recorded_by },
  ]);
  const results = (await readFile(out, 'utf8')).trimEnd().split('\n');
  expect(results.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
    ['1', 'posted'],
    ['2', 'refused'],
    ['3', 'posted'],
  ]);
}, 120_000);

it('payments batch › problems of a file are reported row by row, and nothing is written', async () => {
  const before = await payments();
  const { code, answer } = await batch(['x,y,0,cash', 'x,y,1,coins']);
  expect(code).not.toBe(0);
  for (const line of ['row 1: amount_cents', 'row 2: payment_method', 'row 2: idempotency_key'])
    expect(answer.error).toContain(line);
  expect(await payments()).toEqual(before);
});

it('payments batch › --encoding reads a file that is not UTF-8; without it the line and the byte are reported', async () => {
  const account = await lender.ledgerAccount();
  const file = join(folder, 'latin1.csv');
  const text = `idempotency_key,account_id,amount_cents,payment_method,memo\ne-1,${account},100,cash,José\n`;
  await writeFile(file, Buffer.from(text, 'latin1'));
  const run = (...options: string[]) =>
    host.run(['payments', 'batch', file, '--organization', lender.organizationId, '--dry-run', '--json', ...options], {
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: instance.databaseUrl,
      TRIBUTARY_DATA_DIR: instance.resources.config.TRIBUTARY_DATA_DIR,
    });
  const refused = await run();
  expect([refused.code, JSON.parse(refused.stdout).error]).toEqual([
    1,
    expect.stringMatching(/latin1\.csv, line 2: byte \d+ of this line is not UTF-8: .*--encoding windows-1252/),
  ]);
  const read = await run('--encoding', 'windows-1252');
  expect([read.code, JSON.parse(read.stdout).outcomes.would_post.rows]).toEqual([0, 1]);
}, 120_000);
