import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../support/child-environment.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const MOST_BYTES = 9_000;
const NPM = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];

const run = promisify(execFile);

let folder: string;
let packed: readonly string[];
let consumer: string;

/** A file in `folder`, as `npm publish` would send it. */
async function pack(source: string): Promise<{ readonly file: string; readonly paths: readonly string[] }> {
  const { stdout } = await run('npm', [...NPM, 'pack', '--json', '--pack-destination', folder], { cwd: source });
  const [{ filename, files }] = JSON.parse(stdout);
  return { file: join(folder, filename), paths: files.map(({ path }: { path: string }) => path) };
}

/**
 * The package as published, installed with its dependencies in an empty folder of another project. Nothing is
 * downloaded.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-sdk-'));
  const source = join(folder, 'source');
  await run(process.execPath, [TSC, '-p', join(ROOT, 'sdk'), '--outDir', join(source, 'dist')]);
  for (const file of ['package.json', 'README.md', 'LICENSE']) await cp(join(ROOT, 'sdk', file), join(source, file));
  const sdk = await pack(source);
  packed = sdk.paths;
  const needed = await Promise.all(
    ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => pack(join(ROOT, 'node_modules', name))),
  );
  consumer = join(folder, 'consumer');
  await mkdir(consumer);
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await run('npm', [...NPM, 'install', sdk.file, ...needed.map(({ file }) => file)], { cwd: consumer });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('has its code, types, README and license, and no tests', () => {
  expect(packed.filter((path) => !path.startsWith('dist/'))).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(packed).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/generated/contract.d.ts']));
  expect(packed.filter((path) => /\.test\.|testing/.test(path) || !/\.(js|d\.ts)$|^[^/]*$/.test(path))).toEqual([]);
});

it(`is under ${MOST_BYTES} bytes gzipped with its dependencies, and uses nothing that only Node has`, async () => {
  const bundle = await rolldown({ input: join(consumer, 'node_modules/@tributary/sdk/dist/index.js') });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const [{ code, imports }] = output;
  expect([output.length, imports]).toEqual([1, []]);
  expect(gzipSync(code).length).toBeLessThan(MOST_BYTES);
  expect(code).not.toMatch(/node:|\brequire\(/);
});

it('depends on openapi-fetch only, in a tested version', async () => {
  const { dependencies, version } = JSON.parse(await readFile(join(ROOT, 'sdk/package.json'), 'utf8'));
  const tested = JSON.parse(await readFile(join(ROOT, 'node_modules/openapi-fetch/package.json'), 'utf8'));
  expect(dependencies).toEqual({ 'openapi-fetch': tested.version });
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

describe('a project that uses it', () => {
  const PROGRAM = `
import { type Payment, Tributary, TributaryError, type WebhookEvent, webhooks } from '@tributary/sdk';

const tributary = new Tributary({ baseUrl: 'http://127.0.0.1:9', apiKey: 'abcdefgh_secret', deadlineMs: 50 });

export async function collect(accountId: string): Promise<Payment | string> {
  try {
    const payment = await tributary.payments.recordAndWait(accountId, { amount_cents: 1, payment_method: 'cash' });
    const settled: 'posted' | 'failed' | 'reversed' = payment.status;
    return settled === 'posted' ? payment : settled;
  } catch (error) {
    if (!(error instanceof TributaryError)) throw error;
    if (error.code === 'payment_not_reversible') return error.detail.status;
    if (error.code === 'servicing_rejected') return error.detail.reason;
    if (error.code === 'outcome_pending') return error.detail.payment;
    return error.code;
  }
}

export async function boarded(file: Blob): Promise<number | null | undefined> {
  const { id } = await tributary.boardings.create(file, 'text/csv', { skip_invalid: 'true' });
  for await (const { line, message } of tributary.boardings.problems(id)) console.log(line, message);
  const { tie_out } = await tributary.boardings.get(id);
  return tie_out?.skipped.loans;
}

export async function ids(): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of tributary.accounts.list({ limit: 10 })) found.push(id);
  return found;
}

export async function toldOf(event: WebhookEvent): Promise<'payment.failed' | undefined> {
  if (event.type === 'payment.posted') console.log((await tributary.payments.get(event.object_id)).status);
  return event.type === 'payment.failed' ? event.type : undefined;
}

const verified: Promise<WebhookEvent> = webhooks.verify('{}', {}, 'whsec_c2VjcmV0');
const refusal = await verified.then(toldOf).catch((error: Error) => error.name);
console.log(await collect('A'), refusal);
`;
  /** Each is a mistake that the types must report. */
  const MISTAKES = [
    `tributary.payments.record('A', { amount_cents: '1', payment_method: 'cash' });`,
    `tributary.payments.record('A', { amount_cents: 1, payment_method: 'barter' });`,
    `tributary.payments.record('A', { amount_cents: 1, payment_method: 'cash', note: '' });`,
    `tributary.accounts.list({ limits: 1 });`,
    `new Tributary({ baseUrl: '' });`,
    `new Tributary({ baseUrl: '', apiKey: '', clientSecret: '' });`,
    `tributary.ledger.waive('A', { component: 'principal', amount_cents: 1, reason: '' });`,
    `tributary.ledger.chargeOff('A');`,
    `tributary.boardings.create('', 'text/plain');`,
    `tributary.boardings.create('', 'text/csv', { dry_run: true });`,
    `tributary.paymentBatches.createFrom('', { mode: 'go on' });`,
    `tributary.autopay.update('S', { status: 'cancelled' });`,
    `tributary.webhookEndpoints.resend('E', { event: 'V' });`,
    `webhooks.verify('{}', {}, '').then(({ type }) => type === 'payment.lost');`,
  ];

  const compile = (...more: readonly string[]) =>
    run(
      process.execPath,
      [TSC, '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022', ...more],
      { cwd: consumer },
    );

  it.each([
    ['with the types of the web', ['--lib', 'es2022,dom,dom.asynciterable', '--types', '']],
    [
      'with the types of Node',
      ['--lib', 'es2022', '--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'],
    ],
  ])(
    'compiles under strict, the declarations too, %s, and runs',
    async (_, settings) => {
      await writeFile(join(consumer, 'main.ts'), PROGRAM);
      await compile(...settings, 'main.ts');
      const { stdout } = await run(process.execPath, ['main.js'], { cwd: consumer });
      expect(stdout.trim()).toBe('connection_failed WebhookVerificationError');
    },
    30_000,
  );

  it('does not compile with values that the API would refuse', async () => {
    const declared = `import { Tributary, webhooks } from '@tributary/sdk';\ndeclare const tributary: Tributary;\n`;
    await writeFile(join(consumer, 'mistakes.ts'), declared + MISTAKES.join('\n'));
    const told = await compile('--lib', 'es2022,dom', '--types', '', '--noEmit', 'mistakes.ts').then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    const lines = [...told.matchAll(/^mistakes\.ts\((\d+),/gm)].map(([, line]) => Number(line) - 3);
    expect(lines).toEqual([...MISTAKES.keys()]);
  });
});

describe('in a separate project, against a host', () => {
  const PROGRAM = `
import { Tributary, TributaryError } from '@tributary/sdk';
import { SANDBOX_ACCOUNTS, TEST_CARDS } from '@tributary/sdk/sandbox';

const { TRIBUTARY_URL: baseUrl = '', TRIBUTARY_KEY: apiKey = '', ACCOUNTS = '{}' } = process.env;
const accounts: Readonly<Record<string, string>> = JSON.parse(ACCOUNTS);
const tributary = new Tributary({ baseUrl, apiKey });
const order = { amount_cents: 12_500, payment_method: 'cash' } as const;
const outcomes = [];
for (const code of [SANDBOX_ACCOUNTS.posts, SANDBOX_ACCOUNTS.refuses]) {
  const refused = (error: unknown) => (error instanceof TributaryError ? error.code : Promise.reject(error));
  outcomes.push(await tributary.payments.recordAndWait(accounts[code] ?? '', order).then(({ status }) => status, refused));
}
const read: number[] = [];
for await (const { amount_cents } of tributary.payments.list(accounts[SANDBOX_ACCOUNTS.posts] ?? '')) read.push(amount_cents);
const card: '4242424242424242' = TEST_CARDS.succeeds;
const missing = await tributary.accounts.get(accounts['of nobody'] as string).catch((error: Error) => error.message);
console.log(JSON.stringify({ outcomes, read, card, missing }));
`;
  let instance: TestInstance;
  beforeAll(async () => {
    instance = await openTestInstance();
  });
  afterAll(() => instance?.close());

  it('it compiles and records a payment', async () => {
    const lender = await instance.lender('Alder Lending', { isSandbox: true });
    const { plaintext } = await lender.key();
    const accounts: Record<string, string> = {};
    for (const code of ['SBX-POSTS', 'SBX-REFUSES'] as const) accounts[code] = await lender.sandboxAccount(code);
    await writeFile(join(consumer, 'host.ts'), PROGRAM);
    const types = ['--lib', 'es2022', '--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
    const settings = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022'];
    await run(process.execPath, [TSC, ...settings, ...types, 'host.ts'], { cwd: consumer });
    const { stdout } = await run(process.execPath, ['host.js'], {
      cwd: consumer,
      env: {
        ...childEnvironment(),
        TRIBUTARY_URL: instance.baseUrl,
        TRIBUTARY_KEY: plaintext,
        ACCOUNTS: JSON.stringify(accounts),
      },
    });
    expect(JSON.parse(stdout)).toEqual({
      outcomes: ['posted', 'servicing_rejected'],
      read: [12_500],
      card: '4242424242424242',
      missing: 'Tributary: id is required, got undefined',
    });
  });
});
