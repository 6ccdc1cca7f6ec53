import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../prisma/seed/demo/seed.js';
import { writeDemoCredentials } from '../../runtime/demo/credentials-file.js';
import { ensureCredentials } from '../../runtime/demo/seed-and-write-demo-credentials.js';
import { blocksOf } from '../support/samples/blocks.js';
import { openSampleRunner, type SampleRunner } from '../support/samples/sample-runner.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Runs the requests of README.md and docs/sample-requests.md as written; a failed request ends the program. */

const README = '../README';
/** Commands for a checkout, which do not apply to this host. */
const NEEDS_CHECKOUT = /\bnpm (?:run|start|test)\b/;

let instance: TestInstance;
let bench: SampleRunner;

beforeAll(async () => {
  instance = await openTestInstance();
  const { db, clock } = instance.resources;
  await seedDemo({ db, clock, isWide: false });
  bench = await openSampleRunner();
  const addresses = { base_url: instance.baseUrl, graphql_url: instance.graphqlUrl, secure_url: instance.secureUrl };
  const { credentials } = await ensureCredentials(instance.resources, addresses);
  await mkdir(join(bench.folder, '.tributary'));
  await writeDemoCredentials(join(bench.folder, '.tributary'), credentials);
}, 180_000);
afterAll(async () => {
  await bench?.close();
  await instance?.close();
});

it('README.md › a first payment is recorded, listed and reversed', async () => {
  const [payment] = requestsOf(README);
  const printed = documents(await bench.run('curl', payment ?? '', {}));
  const [recorded, listed, reversed] = printed;
  expect(printed).toHaveLength(3);
  expect(recorded).toMatchObject({ status: 'posted', amount_cents: 12_500 });
  expect(listed.items[0]).toMatchObject({ payment_id: recorded.payment_id });
  expect(reversed).toMatchObject({ payment_id: recorded.payment_id, status: 'reversed' });
});

it('docs/sample-requests.md › a card, accounts, autopay, reports and email events', async () => {
  const before = [...setup(), "echo '=== samples'\n"];
  const output = await bench.run('curl', [...before, ...requestsOf('sample-requests')].join('\n'), {});
  const [, samples = ''] = output.split('=== samples\n');
  const [card, accounts, autopay, report, events, templates] = documents(samples);
  expect(card).toMatchObject({ id: expect.any(String) });
  for (const page of [accounts, autopay, report]) expect(page.items.length).toBeGreaterThan(0);
  expect(samples).toMatch(/^organization_id,account_id,/m);
  for (const page of [events, templates]) expect(page).toHaveProperty('items');
  expect(samples).toMatch(/^202$/m);
});

it('README.md has at most 150 lines', () => {
  const lines = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
});

/** The variables and the token that samples of other pages use. */
function setup(): readonly string[] {
  const [variables] = blocksOf('guides/first-payment').filter(({ mark }) => mark === 'setup');
  const [token] = blocksOf('guides/first-payment').filter(({ mark }) => mark === 'tab=curl');
  return [variables?.text ?? '', token?.text ?? ''];
}

function requestsOf(page: string): readonly string[] {
  return blocksOf(page)
    .filter(({ language, text }) => language === 'sh' && !NEEDS_CHECKOUT.test(text))
    .map(({ text }) => text);
}

/** The JSON documents in the output, one per line. */
function documents(text: string): readonly any[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}
