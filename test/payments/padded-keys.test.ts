import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprint } from '../../core/idempotency/fingerprint.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { sealingPlace } from '../../subgraphs/payments/collected/batch/enqueue-batch.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import type { Api } from '../support/api.js';
import { graphClient, RECORD } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * White space around a key is not part of it. A key that an earlier version stored with white space is found as long
 * as keys are kept.
 */

const NBSP = '\u00a0';

let instance: TestInstance;
let lender: Lender;
let api: Api;
let jobs: ReturnType<typeof paymentsJobs>;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = await lender.api();
  jobs = paymentsJobs(subgraphsSource(instance.resources));
});
afterAll(() => instance.close());

const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const postingsOf = async (account: string): Promise<number> =>
  (await query(`select count(*)::int as n from ledger_entry where loan_id = $1 and type = 'payment'`, [account]))[0].n;

const row = (account: string, key: string, fields: object = {}) => ({
  idempotency_key: key,
  account_id: account,
  amount_cents: 100,
  payment_method: 'cash',
  ...fields,
});
const submit = (rows: readonly object[], key: string = randomUUID()) =>
  api.post('/v1/payment-batches', { mode: 'continue', rows }, { 'idempotency-key': key });
const resultsOf = async (id: string) => (await api.get(`/v1/payment-batches/${id}/results?limit=1000`)).json.items;

async function work(id: string): Promise<void> {
  await jobs.payment_batch({ organizationId: lender.organizationId, id });
  expect((await api.get(`/v1/payment-batches/${id}`)).json.status).toBe('completed');
}

/** A payment's key as an earlier version stored it: with the white space. */
async function keepAsSent(paymentId: string, asSent: string): Promise<void> {
  const [asKept = ''] = instance.resources.clientKeys.known(asSent).forms;
  expect(
    await query('update idempotency_record set key = $2 where subject_id = $1 returning 1', [paymentId, asKept]),
  ).toHaveLength(1);
}

/** An untried row of a batch as an earlier version stored it: its key sealed with the white space. */
async function sealAsSent(batchId: string, position: number, asSent: string): Promise<void> {
  const sealed = instance.resources.clientKeys.seal(asSent, sealingPlace(batchId, position));
  const text = 'update payment_batch_row set sealed_key = $3 where batch_id = $1 and position = $2 returning 1';
  expect(await query(text, [batchId, position, sealed])).toHaveLength(1);
}

describe('a key with white space around it', () => {
  it.each([
    ['a no-break space after it, as Latin-1', (key: string) => `${key}${NBSP}`],
    ['a no-break space after it, as UTF-8', (key: string) => `${key}\u00c2${NBSP}`],
    ['spaces on both sides', (key: string) => `  ${key} `],
  ])('in the header, %s: the same payment', async (_, padded) => {
    const account = await lender.ledgerAccount();
    const key = randomUUID();
    const first = await api.record(account, {}, key);
    const again = await api.record(account, {}, padded(key));
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    expect(await postingsOf(account)).toBe(1);
  });

  it('in the header keeps every other character: a letter whose last byte equals a no-break space', async () => {
    const account = await lender.ledgerAccount();
    const key = randomUUID();
    const inUtf8 = (text: string) => Buffer.from(text).toString('latin1');
    expect((await api.record(account, {}, inUtf8(`${key}à`))).status).toBe(201);
    expect((await api.record(account, {}, inUtf8(`${key}Å`))).status).toBe(201);
    expect(await postingsOf(account)).toBe(2);
  });

  it('in a batch is the payment of the trimmed key, in both directions', async () => {
    const account = await lender.ledgerAccount();
    const keys = [randomUUID(), randomUUID(), randomUUID()] as const;
    const first = await api.record(account, { amount_cents: 100 }, keys[0]);
    const made = await submit([
      row(account, `${keys[0]}  `),
      row(account, ` ${keys[1]}`),
      row(account, keys[2] + NBSP),
    ]);
    await work(made.json.batch_id);
    const results = await resultsOf(made.json.batch_id);
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['posted', 'posted', 'posted']);
    expect(results[0].payment_id).toBe(first.json.payment_id);
    for (const [index, key] of keys.entries())
      expect((await api.record(account, { amount_cents: 100 }, key)).json.payment_id).toBe(results[index].payment_id);
    expect(await postingsOf(account)).toBe(3);
  });

  it('is a repeated key within one batch (422), and no key if there is nothing else (422)', async () => {
    const account = await lender.ledgerAccount();
    const twice = await submit([row(account, 'dep-7781'), row(account, 'dep-7781  ')]);
    expect([twice.status, twice.json.detail]).toMatchObject([
      422,
      [
        {
          loc: ['body', 'rows', '1', 'idempotency_key'],
          msg: expect.stringContaining('rows 0 and 1 have the same key'),
        },
      ],
    ]);
    const blank = await submit([row(account, ' ')]);
    expect([blank.status, blank.json.detail]).toMatchObject([
      422,
      [{ loc: ['body', 'rows', '0', 'idempotency_key'], type: 'string_too_short' }],
    ]);
    expect((await api.record(account, {}, NBSP)).status).toBe(422);
    expect((await submit([row(account, randomUUID())], NBSP)).status).toBe(422);
    const csv = `idempotency_key,account_id,amount_cents,payment_method\ndep-1,${account},1,cash\ndep-1\u3000,${account},1,cash\n`;
    const ofCsv = await api.post('/v1/payment-batches', csv, {
      'idempotency-key': randomUUID(),
      'content-type': 'text/csv',
    });
    expect([ofCsv.status, ofCsv.json.detail[0].loc]).toEqual([422, ['body', 'rows', '1', 'idempotency_key']]);
    expect(await postingsOf(account)).toBe(0);
  });

  it('over GraphQL is the same payment, and is found by either form', async () => {
    const account = await lender.ledgerAccount();
    const ask = graphClient(instance.graphqlUrl, api.token);
    const key = randomUUID();
    const record = (sent: string) =>
      ask(RECORD, { accountId: account, key: sent, input: { amountCents: 100, paymentMethod: 'cash' } });
    const first = (await record(key)).json.data.recordPayment;
    expect((await record(`\t${key}\n`)).json.data.recordPayment).toEqual({ ...first, replayed: true });
    expect((await record(' ')).json.errors[0].extensions.code).toBe('validation_failed');
    const FIND = 'query ($key: String!) { idempotencyKey(key: $key, operation: record_payment) { paymentId } }';
    expect((await ask(FIND, { key: ` ${key}` })).json.data.idempotencyKey.paymentId).toBe(first.payment.id);
    expect(await postingsOf(account)).toBe(1);
  });
});

describe('keys that an earlier version stored with white space', () => {
  it('a payment is replayed; if both forms were used, each keeps its own payment', async () => {
    const account = await lender.ledgerAccount();
    const key = randomUUID();
    const padded = await api.record(account, {}, key);
    await keepAsSent(padded.json.payment_id, `${key}${NBSP}`);
    expect((await api.record(account, {}, `${key}${NBSP}`)).text).toBe(padded.text);
    expect(await postingsOf(account)).toBe(1);

    const clean = await api.record(account, {}, key);
    expect(clean.json.payment_id).not.toBe(padded.json.payment_id);
    expect((await api.record(account, {}, `${key}${NBSP}`)).text).toBe(padded.text);
    expect((await api.record(account, {}, key)).text).toBe(clean.text);
    expect((await api.get(`/v1/idempotency-keys/${key}${encodeURIComponent(NBSP)}`)).json.payment_id).toBe(
      padded.json.payment_id,
    );
    expect(await postingsOf(account)).toBe(2);
  });

  it('a key under which nothing was posted gives way to the one under which something was', async () => {
    const account = await lender.ledgerAccount();
    const key = randomUUID();
    const released = await api.record(account, {}, key);
    await keepAsSent(released.json.payment_id, `${key}${NBSP}`);
    await query(`update idempotency_record set state = 'released', answer = null where subject_id = $1`, [
      released.json.payment_id,
    ]);
    const clean = await api.record(account, {}, key);
    expect((await api.record(account, {}, `${key}${NBSP}`)).text).toBe(clean.text);
  });

  it('a batch of padded rows is replayed, even if two keys differ only by white space', async () => {
    const account = await lender.ledgerAccount();
    const [batchKey, key] = [randomUUID(), randomUUID()];
    const rows = [row(account, key), row(account, `${key}  `)];
    const made = await submit([row(account, key), row(account, randomUUID())], batchKey);
    const asSent = { mode: 'continue', dry_run: false, rows };
    await query('update idempotency_record set fingerprint = $2 where subject_id = $1', [
      made.json.batch_id,
      fingerprint([], asSent),
    ]);
    expect((await submit(rows, batchKey)).text).toBe(made.text);
    expect((await submit(rows)).status).toBe(422);
  });

  it('rows of a batch whose worker died continue under both forms: none is posted twice', async () => {
    const account = await lender.ledgerAccount();
    const [posted, untried, both] = [randomUUID(), randomUUID(), randomUUID()];
    const sent = [`${posted}  `, untried + NBSP, both, `${both} `, ' '];
    const made = await submit(sent.map(() => row(account, randomUUID())));
    const id = made.json.batch_id;
    for (const [index, key] of sent.entries()) await sealAsSent(id, index + 1, key);
    // Payments that the dead worker had posted without writing the row's outcome.
    for (const key of [`${posted}  `, ' ']) {
      const payment = await api.record(account, { amount_cents: 100 });
      await keepAsSent(payment.json.payment_id, key);
    }
    expect(await postingsOf(account)).toBe(2);

    await work(id);
    const results = await resultsOf(id);
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(sent.map(() => 'posted'));
    // The key that the batch has in two forms has one payment.
    expect(results[3].payment_id).toBe(results[2].payment_id);
    expect(await postingsOf(account)).toBe(4);

    // The same deposits in another file, padded or not.
    const again = await submit(sent.slice(0, 3).map((key) => row(account, key)));
    await work(again.json.batch_id);
    expect((await api.record(account, { amount_cents: 100 }, untried)).headers.get('idempotent-replayed')).toBe('true');
    expect(await postingsOf(account)).toBe(4);
  });
});
