import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretDigest } from '../../core/idempotency/fingerprint.js';
import { CardCounter } from '../support/card-counter.js';
import { graphClient, RECORD } from '../support/graph.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** A stored answer of some version, and what its key must return from then on. Never to be changed. */
interface Kept {
  readonly operation: keyof typeof writes;
  readonly row: KeptRow;
  readonly replay: Replay;
}

interface KeptRow {
  readonly answer: unknown;
  readonly answer_version: number;
  readonly answer_status: number | null;
  readonly answer_body: string | null;
}

interface Replay {
  readonly status: number;
  readonly body: string;
}

const VERSIONS = [1] as const;
const keptBy = async (version: number): Promise<readonly Kept[]> =>
  JSON.parse(await readFile(new URL(`../fixtures/kept-answers/version-${version}.json`, import.meta.url), 'utf8'));

let instance: TestInstance;
let token: string;
let accountId: string;
let methodId: string;
let counter: CardCounter;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, replaysEarlier: true });
  const lender = await instance.lender();
  token = (await lender.api()).token;
  [accountId, methodId] = [await lender.ledgerAccount(), await lender.paymentMethod()];
  counter = new CardCounter(instance.secureUrl, token, accountId);
});
afterAll(() => instance.close());

/** Plain `fetch`: answers stored by older versions need not match today's contract document. */
async function post(path: string, body: object, key: string) {
  const answer = await fetch(`${instance.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.text(), replayed: answer.headers.get('idempotent-replayed') };
}

const record = (key: string, fields: object = {}) =>
  post(`/v1/accounts/${accountId}/payments`, { amount_cents: 100, payment_method: 'cash', ...fields }, key);

let paymentToReverse: string | undefined;
const writes = {
  record_payment: record,
  reverse_payment: async (key: string) => {
    paymentToReverse ??= JSON.parse((await record(randomUUID())).body).payment_id;
    return post(`/v1/payments/${paymentToReverse}/reversal`, {}, key);
  },
  create_autopay_schedule: (key: string) =>
    post(
      '/v1/autopay',
      {
        account_id: accountId,
        payment_method_id: methodId,
        amount_cents: 5_000,
        frequency_unit: 'month',
        frequency_interval: 1,
        start_date: '2099-01-31',
      },
      key,
    ),
  capture_card: async (key: string) => {
    const { status, text, headers } = await counter.capture({}, key);
    return { status, body: text, replayed: headers.get('idempotent-replayed') };
  },
} as const;

/** As keys are stored: for captures, the secure host's digest, then and now. */
const kept = (operation: string, key: string) =>
  operation === 'capture_card'
    ? secretDigest(instance.resources.config.CARD_FINGERPRINT_SECRET, key)
    : instance.resources.clientKeys.known(key).key;

/** Replaces what today's version has just stored with what another version stored. */
async function putIn(operation: string, key: string, row: KeptRow): Promise<void> {
  const { rowCount } = await instance.resources.pool.query(
    `update idempotency_record set answer = $3, answer_version = $4, answer_status = $5, answer_body = $6
      where operation = $1 and key = $2`,
    [operation, kept(operation, key), row.answer, row.answer_version, row.answer_status, row.answer_body],
  );
  expect(rowCount).toBe(1);
}

async function rowOf(operation: string, key: string): Promise<KeptRow> {
  const { rows } = await instance.resources.pool.query(
    'select answer, answer_version, answer_status, answer_body from idempotency_record where operation = $1 and key = $2',
    [operation, kept(operation, key)],
  );
  return rows[0];
}

describe.each(VERSIONS)('an answer stored by version %i', (version) => {
  it('is replayed in its bytes, for every kind of write', async () => {
    for (const { operation, row, replay } of await keptBy(version)) {
      const key = `${operation} ${randomUUID()}`;
      expect((await writes[operation](key)).status).toBe(201);
      await putIn(operation, key, row);
      const { status, body, replayed } = await writes[operation](key);
      expect({ status, body }).toEqual(replay);
      expect(replayed).toBe(status < 400 ? 'true' : null);
      if (operation === 'reverse_payment') paymentToReverse = undefined;
    }
  });

  it('is a conflict for another body, and posts nothing again', async () => {
    const [kept] = await keptBy(version);
    if (kept === undefined) throw new Error('nothing was kept');
    const key = randomUUID();
    await record(key);
    await putIn('record_payment', key, kept.row);
    expect((await record(key, { amount_cents: 101 })).status).toBe(409);
    const count = 'select count(*)::int as n from collected_payment where account_id = $1 and amount_cents = 101';
    expect((await instance.resources.pool.query(count, [accountId])).rows[0].n).toBe(0);
  });
});

describe('changes since an answer was stored', () => {
  it.each<[change: string, answer: object, body: string]>([
    ['a member added later', { memo: undefined }, '{"payment_id":"P","status":"posted"}'],
    ['a member that was removed', { colour: 'red' }, '{"payment_id":"P","status":"posted","colour":"red"}'],
    ['spelling', {}, '{ "payment_id" : "P" }'],
  ])('%s: REST replays the bytes, GraphQL the members that both versions have', async (_, change, body) => {
    const key = randomUUID();
    const first = JSON.parse((await record(key, { memo: 'a note' })).body);
    const row = await rowOf('record_payment', key);
    const resource = { ...(row.answer as { resource: object }).resource, ...change };
    const answer = { kind: 'resource', resource };
    await putIn('record_payment', key, { answer, answer_version: 1, answer_status: 201, answer_body: body });
    expect(await record(key, { memo: 'a note' })).toEqual({ status: 201, body, replayed: 'true' });

    const ask = graphClient(instance.graphqlUrl, token);
    const input = { amountCents: 100, paymentMethod: 'cash', memo: 'a note' };
    const { json } = await ask(RECORD.replace('{ replayed', '{ answer { status body } replayed'), {
      accountId,
      key,
      input,
    });
    expect(json.data.recordPayment).toMatchObject({
      replayed: true,
      answer: { status: 201, body },
      payment: { id: first.payment_id, status: 'posted', memo: 'memo' in change ? null : 'a note' },
    });
  });

  it('no changes: first answer, replay and read are the same bytes, and are what is stored', async () => {
    const key = randomUUID();
    const first = await record(key, { memo: 'Zoë 😀 "/"', external_reference: '4000056655665556' });
    expect(await record(key, { memo: 'Zoë 😀 "/"', external_reference: '4000056655665556' })).toEqual({
      ...first,
      replayed: 'true',
    });
    const id = JSON.parse(first.body).payment_id;
    const read = async (path: string) =>
      (await fetch(`${instance.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })).text();
    expect(await read(`/v1/payments/${id}`)).toBe(first.body);
    expect(await rowOf('record_payment', key)).toMatchObject({
      answer_version: 1,
      answer_status: 201,
      answer_body: first.body,
    });
    const reversal = await post(`/v1/payments/${id}/reversal`, { reason: 'r', is_nsf: true }, key);
    expect(await read(`/v1/payments/${id}`)).toBe(reversal.body);
    const schedule = await writes.create_autopay_schedule(key);
    expect(await read(`/v1/autopay/${JSON.parse(schedule.body).id}`)).toBe(schedule.body);
    const method = await writes.capture_card(key);
    expect(await read(`/v1/payment-methods/${JSON.parse(method.body).id}`)).toBe(method.body);
  });
});

describe('a key', () => {
  it('is accepted with any digits, and is not in the database in clear text', async () => {
    const key = '4012888888881881';
    expect((await record(key)).status).toBe(201);
    expect((await record(key)).replayed).toBe('true');
    const { rows } = await instance.resources.pool.query('select r::text as row from idempotency_record r');
    expect(rows.filter(({ row }) => row.includes(key))).toEqual([]);
  });
});
