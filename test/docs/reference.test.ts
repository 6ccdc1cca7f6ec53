import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf, OPERATIONS, type Operation } from '../../site/src/contract.js';
import type { SampleValues } from '../../site/src/samples/sample-request.js';
import { samplesOf } from '../../site/src/samples/samples.js';
import { eventsReadable } from '../support/events-readable.js';
import { type LenderWithRows, lenderWithRows, SCHEDULE } from '../support/lender-with-rows.js';
import { boardingOf, bookingOf, chargedOffLoan, ledgerProduct, pendingLoan } from '../support/populated-ledger.js';
import { HAS_REQUESTS, NO_REQUESTS, openSampleRunner, type SampleRunner } from '../support/samples/sample-runner.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Runs every sample of the reference, with ids of existing objects in place of the examples' ids. */

let instance: TestInstance;
let own: LenderWithRows;
let bench: SampleRunner;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  own = await lenderWithRows(instance, 'Alder Lending');
  bench = await openSampleRunner();
  await writeFile(join(bench.folder, 'portfolio.csv'), 'record_type,control_loans\r\ncontrol,0\r\n');
  const { plaintext } = await own.lender.key();
  environment = {
    TRIBUTARY_URL: instance.baseUrl,
    TRIBUTARY_SECURE_URL: instance.secureUrl,
    TRIBUTARY_KEY: plaintext,
    TRIBUTARY_TOKEN: own.v1.token,
  };
}, 120_000);
// An advance stays unfinished: no worker runs here.
afterEach(() => instance.resources.pool.query('update test_clock set is_advancing = false'));
afterAll(async () => {
  await bench?.close();
  await instance?.close();
});

/** Objects that an operation uses up, or that its example cannot name: created for each sample. */
const NEEDS: Readonly<Record<string, () => Promise<SampleValues>>> = {
  reversePayment: async () => ({ path: { payment_id: await payment() } }),
  resendWebhookEvents: async () => ({ path: { id: await endpoint() }, body: { event_id: await event() } }),
  deleteWebhookEndpoint: async () => ({ path: { id: await endpoint() } }),
  updateWebhookEndpoint: async () => ({ path: { id: await endpoint() } }),
  resumePaymentBatch: async () => ({ path: { batch_id: await stoppedBatch() } }),
  deletePaymentMethod: async () => ({ path: { id: await own.lender.paymentMethod() } }),
  updateAutopaySchedule: async () => ({ path: { id: await schedule() } }),
  deleteAutopaySchedule: async () => ({ path: { id: await schedule() } }),
  abandonLedgerBoarding: async () => ({
    path: { id: await boardingOf(instance.resources.pool, own.lender, 'received') },
  }),
  bookLedgerLoan: async () => ({ body: bookingOf() }),
  disburseLedgerLoan: async () => ({ path: { account_id: await pendingLoan(own.v1) } }),
  waiveOnLedgerLoan: async () => ({ path: { account_id: await loanWithFee() } }),
  adjustLedgerLoan: async () => ({ path: { account_id: await loan() }, body: { fees_cents: 100, reason: 'A fee' } }),
  chargeOffLedgerLoan: async () => ({ path: { account_id: await loan() } }),
  undoLedgerChargeOff: async () => ({ path: { account_id: await chargedOffLoan(own.v1) } }),
  closeLedgerLoan: async () => ({ path: { account_id: await paidLoan() } }),
  getTestClock: async () => withClock(),
  advanceTestClock: async () => withClock(),
  createLedgerProduct: async () => ({ body: { code: `P-${randomUUID()}`, name: 'Personal loan' } }),
  updateLedgerProduct: async () => ({ path: { product_id: await ledgerProduct(own.v1) } }),
  reviseLedgerProduct: async () => ({ path: { product_id: await ledgerProduct(own.v1) } }),
  listCampaignEvents: async () => ({ headers: { workspace_id: own.ids['workspaces'] ?? '' } }),
  createWebhookAddress: async () => ({
    body: { organization_id: own.lender.organizationId, provider: 'generic', name: 'Reminders' },
  }),
  endWebhookAddress: async () => ({ path: { id: await webhookAddress() } }),
  createWorkspaceMergeField: async () => ({ body: placeholder({ value: 'Alder Lending' }) }),
  createWorkspaceAsset: async () => ({ body: placeholder({ url: 'https://assets.example.org/logo.png' }) }),
};

const sampled = OPERATIONS.filter((operation) => samplesOf(operation).length > 0);

describe(`samples of the reference${NO_REQUESTS}`, () => {
  it.each(sampled.map((operation) => [operation.name, operation] as const))(
    '%s',
    async (_, operation) => {
      const tabs = samplesOf(operation).filter(({ tab }) => tab !== 'python' || HAS_REQUESTS);
      for (const { tab } of tabs) {
        const values = { idempotencyKey: randomUUID(), ...(await valuesFor(operation)) };
        const sample = samplesOf(operation, values).find((one) => one.tab === tab);
        await bench.run(tab, sample?.text ?? 'false', environment);
      }
    },
    60_000,
  );

  it('are on the pages as they are run', () => {
    for (const operation of sampled) {
      const page = readFileSync(new URL(`../../site/dist/reference/${operation.name}.html`, import.meta.url), 'utf8');
      const text = page
        .replace(/<[^>]+>/g, '')
        .replace(/&(?:#x3C|lt);/g, '<')
        .replace(/&(?:#x26|amp);/g, '&');
      for (const sample of samplesOf(operation))
        expect([operation.name, text]).toEqual([operation.name, expect.stringContaining(sample.text)]);
    }
  });
});

async function valuesFor(operation: Operation): Promise<SampleValues> {
  const needed = (await NEEDS[operation.name]?.()) ?? {};
  const path = Object.fromEntries(
    [...operation.path.matchAll(/(\w[\w-]*)\/\{(\w+)\}/g)].flatMap(([, before = '', name = '']) => {
      const id = own.ids[before];
      return id === undefined ? [] : [[name, id]];
    }),
  );
  const body = needed.body ?? withIds(exampleOf(operation.body?.['application/json']));
  return { path, ...needed, ...(body !== undefined && { body }) };
}

/** An example with ids of existing objects. */
function withIds(example: unknown): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  const known: Readonly<Record<string, unknown>> = {
    account_id: own.ids['accounts'],
    payment_method_id: own.ids['payment-methods'],
    workspace_id: own.ids['workspaces'],
  };
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known[name] ?? value]));
}

function placeholder(fields: object) {
  return { workspace_id: own.ids['workspaces'], placeholder: `p_${randomUUID().slice(0, 8)}`, name: 'n', ...fields };
}

/** A clock like a sandbox organization's, at rest: no worker runs here to process an advance that a sample started. */
async function withClock(): Promise<SampleValues> {
  await instance.resources.pool.query(
    `insert into test_clock (organization_id) values ($1) on conflict (organization_id) do update set is_advancing = false`,
    [own.lender.organizationId],
  );
  return {};
}

async function made(path: string, body: object, api = own.v1): Promise<string> {
  const answer = await api.post(path, body, { 'idempotency-key': randomUUID() });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json.id;
}

function loan(): Promise<string> {
  return own.lender.ledgerAccount();
}

async function payment(account?: string): Promise<string> {
  return (await own.v1.record(account ?? (await loan()))).json.payment_id;
}

/** A returned payment costs a fee. */
async function loanWithFee(): Promise<string> {
  const account = await loan();
  await own.v1.reverse(await payment(account), { is_nsf: true, reason: 'returned' });
  return account;
}

async function paidLoan(): Promise<string> {
  const account = await own.lender.ledgerAccount(50_000);
  await own.v1.record(account, { amount_cents: 50_000 });
  return account;
}

function endpoint(): Promise<string> {
  return made('/v1/webhook-endpoints', { url: 'https://receiver.invalid/hook', types: ['*'] });
}

async function event(): Promise<string> {
  await eventsReadable(instance.resources.pool);
  return (await own.v1.get('/v1/events?type=payment.*&limit=1')).json.items[0].id;
}

async function stoppedBatch(): Promise<string> {
  const id = own.ids['payment-batches'] ?? '';
  await instance.resources.pool.query("update payment_batch set status = 'stopped' where id = $1", [id]);
  return id;
}

function schedule(): Promise<string> {
  const whose = { account_id: own.ids['accounts'], payment_method_id: own.ids['payment-methods'] };
  return made('/v1/autopay', { ...SCHEDULE, ...whose });
}

async function webhookAddress(): Promise<string> {
  const body = { organization_id: own.lender.organizationId, provider: 'generic', name: 'n' };
  return (await own.unversioned.post('/campaign-events/webhook-addresses/', body)).json.address.id;
}
