import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import type { Api, ApiAnswer } from '../support/api.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { call } from '../support/lender-with-rows.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let api: Api;
/** The jobs of this process, run when a test says so: no worker is running. */
let jobs: ReturnType<typeof paymentsJobs>;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = await lender.api();
  jobs = paymentsJobs(subgraphsSource(instance.resources));
});
afterAll(() => instance.close());

type Row = Readonly<Record<string, unknown>>;

const row = (account: string, fields: Row = {}): Row => ({
  idempotency_key: randomUUID(),
  account_id: account,
  amount_cents: 100,
  payment_method: 'cash',
  ...fields,
});
const submit = (rows: readonly Row[], body: Row = {}, key: string = randomUUID(), by: Api = api) =>
  by.post('/v1/payment-batches', { ...body, rows }, { 'idempotency-key': key });
const submitCsv = (csv: string, query = '', key: string = randomUUID()) =>
  api.post(`/v1/payment-batches${query}`, csv, { 'idempotency-key': key, 'content-type': 'text/csv' });
const read = async (id: string) => (await api.get(`/v1/payment-batches/${id}`)).json;
const resultsOf = async (id: string) => (await api.get(`/v1/payment-batches/${id}/results?limit=1000`)).json.items;
const outcomesOf = async (id: string) => (await resultsOf(id)).map(({ outcome }: Row) => outcome);
const resume = (id: string, key: string = randomUUID()) =>
  api.post(`/v1/payment-batches/${id}/resume`, undefined, { 'idempotency-key': key });
const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;

/** Processes a batch in this process until it ends, skipping the pauses in which it waits for loan systems. */
async function work(id: string): Promise<any> {
  const organizationId = lender.organizationId;
  for (let turn = 0; turn < 50; turn += 1) {
    await jobs.payment_batch({ organizationId, id });
    const batch = await read(id);
    if (batch.status === 'completed' || batch.status === 'stopped') return batch;
    await query('update payment_batch set next_pass_at = null where id = $1', [id]);
  }
  throw new Error('the batch does not end');
}

async function accepted(answer: ApiAnswer): Promise<string> {
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return answer.json.batch_id;
}

/** The journal's postings to an account, without its disbursement. */
const postedTo = (account: string) =>
  query(
    `select e.external_reference as reference, -sum(l.amount_cents) filter (where l.ledger_account <> 'cash') as cents
       from ledger_entry e join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number
      where e.loan_id = $1 and e.type = 'payment' group by e.reference_number, e.external_reference`,
    [account],
  );

describe('POST /v1/payment-batches', () => {
  it('each outcome is reported, rows are recorded under their own keys, and nothing twice', async () => {
    const ledger = await lender.ledgerAccount();
    const other = await lender.ledgerAccount(5_000);
    const [single, reused] = [randomUUID(), randomUUID()];
    const before = await api.record(ledger, { amount_cents: 700 }, single);
    await api.record(ledger, { amount_cents: 800 }, reused);
    const [refuses, unavailable, unconfirmed, lost, notPayable] = await Promise.all(
      (
        ['SBX-REFUSES', 'SBX-UNAVAILABLE', 'SBX-UNCONFIRMED-POSTS', 'SBX-UNCONFIRMED-LOST', 'SBX-NOT-PAYABLE'] as const
      ).map((scenario) => lender.sandboxAccount(scenario)),
    );
    const contract = (await api.get(`/v1/accounts/${other}`)).json.external_contract_number;
    const check = { payment_method: 'check', check_number: 7, memo: 'lockbox', external_reference: 'L-1' };
    const rows: readonly Row[] = [
      row(ledger, check),
      row(ledger, { idempotency_key: single, amount_cents: 700 }),
      row(ledger, { idempotency_key: reused, amount_cents: 801 }),
      { ...row(''), account_id: null, external_contract_number: contract, amount_cents: 5_000 },
      row(other, { amount_cents: 1 }),
      row(refuses ?? ''),
      row(unavailable ?? ''),
      row(unavailable ?? ''),
      row(unconfirmed ?? ''),
      row(lost ?? ''),
      row(notPayable ?? ''),
      row(newId()),
      { ...row(''), account_id: null, loan_number: 'unknown-account' },
    ];
    const answer = await submit(rows, { mode: 'continue' });
    const id = await accepted(answer);
    expect(answer.json).toEqual(await read(id));
    expect(answer.json).toMatchObject({
      status: 'accepted',
      row_count: 13,
      outcomes: { not_tried: { rows: 13, amount_cents: 7_402 }, posted: { rows: 0, amount_cents: 0 } },
    });

    const batch = await work(id);
    expect(batch).toMatchObject({ status: 'stopped', stop_reason: 'posting_unavailable' });
    expect(batch.outcomes).toEqual({
      posted: { rows: 3, amount_cents: 5_800 },
      pending_confirmation: { rows: 2, amount_cents: 200 },
      failed: { rows: 0, amount_cents: 0 },
      refused: { rows: 6, amount_cents: 801 + 1 + 400 },
      unavailable: { rows: 1, amount_cents: 100 },
      not_tried: { rows: 1, amount_cents: 100 },
      would_post: { rows: 0, amount_cents: 0 },
      already_recorded: 1,
      possible_duplicates: 0,
    });
    const results = await resultsOf(id);
    expect(results.map(({ row, outcome, error_code, reason }: Row) => [row, outcome, error_code, reason])).toEqual([
      [1, 'posted', null, null],
      [2, 'posted', null, null],
      [3, 'refused', 'idempotency_conflict', null],
      [4, 'posted', null, null],
      [5, 'refused', 'account_not_payable', null],
      [6, 'refused', 'servicing_rejected', 'account_restricted'],
      [7, 'unavailable', 'posting_unavailable', null],
      [8, 'not_tried', null, null],
      [9, 'pending_confirmation', null, null],
      [10, 'pending_confirmation', null, null],
      [11, 'refused', 'account_not_payable', null],
      [12, 'refused', 'account_not_found', null],
      [13, 'refused', 'account_not_found', null],
    ]);
    expect(results[1]).toMatchObject({ payment_id: before.json.payment_id, already_recorded: true });
    expect(results[0].already_recorded).toBe(false);
    const payment = (await api.get(`/v1/payments/${results[0].payment_id}`)).json;
    expect(payment).toMatchObject({ account_id: ledger, amount_cents: 100, ...check, status: 'posted' });
    expect((await postedTo(ledger)).map(({ cents }) => Number(cents)).sort((a, b) => a - b)).toEqual([100, 700, 800]);

    // Each row's key is the payment's own: a single request with it replays the batch's payment.
    const { idempotency_key, account_id, ...body }: Row = rows[0] ?? {};
    const again = await api.record(String(account_id), body, String(idempotency_key));
    expect([again.json.payment_id, again.headers.get('idempotent-replayed')]).toEqual([payment.payment_id, 'true']);

    // Results show later settlements too.
    await query(
      `update collected_payment set reference_lease_until = now() - interval '1 hour' where status = 'pending_confirmation'`,
    );
    for (const { payment_id } of results.slice(8, 10)) {
      await jobs.reconcile_posting({ kind: 'payment', organizationId: lender.organizationId, id: payment_id });
    }
    expect((await outcomesOf(id)).slice(8, 10)).toEqual(['posted', 'failed']);
  });

  it('CSV is the same batch: with its key a replay of the JSON one, and the results file has a line for each row', async () => {
    const account = await lender.ledgerAccount();
    const key = randomUUID();
    const rows = [
      row(account, { external_reference: '=1+1', memo: 'with, a comma' }),
      row(account, { payment_method: 'card', card_brand: 'visa' }),
    ];
    const header = 'memo,idempotency_key,account_id,amount_cents,payment_method,external_reference,card_brand';
    const lines = rows.map((one) =>
      header
        .split(',')
        .map((name) => (one[name] === undefined ? '' : `"${one[name]}"`))
        .join(','),
    );
    const csv = `\uFEFF${header}\r\n${lines.join('\r\n')}\r\n`;
    const first = await submitCsv(csv, '?mode=continue', key);
    const id = await accepted(first);
    const replay = await submit(rows, { mode: 'continue' }, key);
    expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect((await submit(rows, { mode: 'stop' }, key)).json).toEqual(refusalOf('idempotency_conflict'));
    await work(id);

    const file = await call(api, 'GET', `/v1/payment-batches/${id}/results`, undefined, { accept: 'text/csv' });
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="payment-batch-${id}.csv"`);
    const [result] = await resultsOf(id);
    const [names, line, ...others] = file.text.split('\n');
    expect(names).toBe(
      'row,outcome,account_id,loan_number,external_contract_number,amount_cents,external_reference,payment_id,payment_status,reference_number,effective_date,already_recorded,error_code,reason,possible_duplicate_of',
    );
    expect(line).toBe(
      `1,posted,${account},,,100,'=1+1,${result.payment_id},posted,${result.reference_number},${result.effective_date},false,,,`,
    );
    expect(others).toHaveLength(2);
    expect(others.at(-1)).toBe('');
    expect(file.text).not.toContain(String(rows[0]?.['idempotency_key']));
  });

  it('equal rows are recorded, and each but the first names the previous one', async () => {
    const [account, other] = [await lender.ledgerAccount(), await lender.ledgerAccount()];
    const outside = await api.record(other, { amount_cents: 100 });
    const id = await accepted(
      await submit([row(account), row(account), row(other), row(account)], { mode: 'continue' }),
    );
    const batch = await work(id);
    expect(batch.outcomes).toMatchObject({ posted: { rows: 4 }, possible_duplicates: 3 });
    const results = await resultsOf(id);
    const [first, second] = results.map(({ payment_id }: Row) => payment_id);
    expect(results.map(({ possible_duplicate_of }: Row) => possible_duplicate_of)).toEqual([
      null,
      first,
      outside.json.payment_id,
      second,
    ]);
    const file = await call(api, 'GET', `/v1/payment-batches/${id}/results`, undefined, { accept: 'text/csv' });
    expect(file.text.split('\n')[2]?.split(',').at(-1)).toBe(first);
  });

  it('one key five times at once makes one batch', async () => {
    const rows = [row(await lender.ledgerAccount())];
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(rows, {}, key)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const id = answers[0]?.json.batch_id;
    expect(await query('select count(*)::int from payment_batch_row where batch_id = $1', [id])).toEqual([
      { count: 1 },
    ]);
    await work(id);
  });

  it('is audited once, with the file’s sender, and its payments belong to the key', async () => {
    const account = await lender.ledgerAccount();
    const id = await accepted(await submit([row(account), row(account)]));
    await work(id);
    const entries = await query('select actor, action, after from audit_log where subject = $1', [id]);
    const batch = await read(id);
    expect(entries).toEqual([
      {
        actor: batch.responsible,
        action: 'payment_batch.create',
        after: {
          organization_id: lender.organizationId,
          mode: 'stop',
          is_dry_run: false,
          row_count: 2,
          sum_cents: 200,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ]);
    const recorders = await query('select distinct recorded_by from collected_payment where account_id = $1', [
      account,
    ]);
    expect(recorders).toEqual([{ recorded_by: batch.responsible }]);
  });
});

describe('POST /v1/payment-batches › 422', () => {
  const problems = (answer: ApiAnswer) => {
    expect(answer.status).toBe(422);
    return answer.json.detail.map(({ loc, type }: Row) => [...(loc as string[]), type].join(' '));
  };
  it('names every problem of every row, and writes nothing', async () => {
    const before = await query('select count(*) from payment_batch');
    const [key, account] = [randomUUID(), newId()];
    const rows = [
      row(account, { idempotency_key: key }),
      row(account, { amount_cents: 0, payment_method: 'check' }),
      row(account, { idempotency_key: key }),
      { amount_cents: 'x', surprise: 1 },
      row(account, { loan_number: 'LN-1' }),
    ];
    expect(problems(await submit(rows))).toEqual([
      'body rows 1 amount_cents greater_than',
      'body rows 1 check_number value_error',
      'body rows 3 amount_cents int_type',
      'body rows 3 payment_method missing',
      'body rows 3 idempotency_key missing',
      'body rows 3 surprise extra_forbidden',
      'body rows 3 account_id value_error',
      'body rows 4 loan_number value_error',
      'body rows 2 idempotency_key value_error',
    ]);
    expect(await query('select count(*) from payment_batch')).toEqual(before);
  });
  it('refuses a card’s number as the number of an unknown account', async () => {
    const number = '4242424242424242';
    const rows = [
      { ...row(''), account_id: null, loan_number: number },
      { ...row(''), account_id: null, external_contract_number: '4242 4242 4242 4242' },
      row(number),
      { ...row(''), account_id: null, loan_number: 'LN-1' },
    ];
    const answer = await submit(rows);
    expect(problems(answer)).toEqual([
      'body rows 0 loan_number value_error',
      'body rows 1 external_contract_number value_error',
      'body rows 2 account_id value_error',
    ]);
    expect(answer.text).not.toContain('4242');
  });
  it('10,001 rows, and no rows', async () => {
    const [account, plain] = [newId(), { amount_cents: 1, payment_method: 'cash' }];
    const rows = Array.from({ length: 10_001 }, (_, index) => ({
      idempotency_key: `${index}`,
      account_id: account,
      ...plain,
    }));
    const answer = await submit(rows);
    expect(problems(answer)).toEqual(['body rows too_long']);
    expect(answer.text.length).toBeLessThan(5_000);
    expect(problems(await submit([]))).toEqual(['body rows too_short']);
    const csv = `idempotency_key,account_id,amount_cents,payment_method\n${rows.map(({ idempotency_key }) => `${idempotency_key},${account},1,cash`).join('\n')}`;
    expect(problems(await submitCsv(csv))).toEqual(['body rows too_long']);
  });
  it.each([
    ['an unknown column', 'idempotency_key,pan\nx,1\n', ['body pan extra_forbidden']],
    ['a repeated column', 'memo,memo\nx,1\n', ['body memo value_error']],
    ['a line with a missing cell', 'memo,account_id\nx\n', ['body value_error']],
    ['an unclosed quote', 'memo\n"x\n', ['body value_error']],
    [
      'cents that are not a number',
      'idempotency_key,account_id,amount_cents,payment_method\nk,a,1.50,cash\n',
      ['body rows 0 amount_cents value_error'],
    ],
    ['nothing but a header', 'memo\n', ['body rows too_short']],
    ['three unknown columns', 'memo,a,b,c\nx,1,2,3\n', ['body a extra_forbidden']],
    ['65,000 columns', `${','.repeat(65_000)}\n`, ['body value_error']],
    ['an endless row', `memo\n${'x'.repeat(200_000)}\n`, ['body value_error']],
    ['65,000 cells in a row', `memo\n${','.repeat(65_000)}\n`, ['body value_error']],
  ])('CSV with %s', async (_, csv, expected) => {
    expect(problems(await submitCsv(csv))).toEqual(expected);
  });
  it('ten thousand wrong rows: the first 99 problems and how many more there are; other requests are answered in the meantime', async () => {
    const rows = Array.from({ length: 10_000 }, () => ({ amount_cents: 'x', surprise: 1 }));
    const refused = submit(rows);
    let others = 0;
    let isOver = false;
    void refused.finally(() => {
      isOver = true;
    });
    for (; !isOver; others += 1) expect((await call(api, 'GET', '/healthz')).status).toBe(200);
    const answer = await refused;
    expect(problems(answer)).toHaveLength(100);
    expect(answer.json.detail[99]).toEqual({
      loc: ['body'],
      msg: '49901 further problems are not listed',
      type: 'too_many_problems',
      input: null,
      ctx: { more: 49_901 },
    });
    // Checked at once, they would wait for all rows, in the facade and again in the service.
    expect(others).toBeGreaterThan(20);
  });
  it.each([
    ['a text of five million characters', [row(newId(), { memo: 'x'.repeat(5_000_000), amount_cents: 'x' })]],
    ['a name of a million characters', [row(newId(), { ['n'.repeat(1_000_000)]: 1 })]],
    ['a thousand names', [row(newId(), Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`name${n}`, 1])))]],
    ['a value of a hundred thousand items', [row(newId(), { memo: Array.from({ length: 100_000 }, () => 'x') })]],
  ])('the answer for %s does not repeat all of it', async (_, rows) => {
    const answer = await submit(rows);
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(60_000);
  });
  it('CSV parameters with JSON, and a missing key', async () => {
    const answer = await api.post('/v1/payment-batches?dry_run=true', { rows: [row(newId())] });
    expect(problems(answer).sort()).toEqual(['header Idempotency-Key missing', 'query dry_run extra_forbidden']);
  });
  it('a caller with two organizations who names neither', async () => {
    const other = await instance.lender('Birch Credit');
    const { createApiKey } = await import('../../core/auth/api-keys/administration.js');
    const { systemPrincipal } = await import('../../core/principal/principal.js');
    const made = await createApiKey(instance.resources, {
      name: 'both',
      organizationIds: [lender.organizationId, other.organizationId],
      scopes: ['external_payments:write'],
      by: systemPrincipal('test'),
    });
    if (made.outcome === 'refused') throw new Error('no key');
    const { Api: Client } = await import('../support/api.js');
    const both = await Client.exchange(instance.baseUrl, { prefix: made.key.prefix, plaintext: made.plaintext });
    expect(problems(await submit([row(newId())], {}, randomUUID(), both))).toEqual(['query organization_id missing']);
    const named = await both.post(
      `/v1/payment-batches?organization_id=${lender.organizationId}`,
      { dry_run: true, rows: [row(newId())] },
      { 'idempotency-key': randomUUID() },
    );
    await work(await accepted(named));
  });
});

describe('a body that is too large or invalid', () => {
  it('413 beyond six megabytes, 415 for another type, 400 for invalid JSON; 403 before any of them', async () => {
    const large = JSON.stringify({ rows: [{ memo: 'x'.repeat(6_000_001) }] });
    expect((await api.post('/v1/payment-batches', large)).status).toBe(413);
    expect((await api.post('/v1/payment-batches', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await api.post('/v1/payment-batches', '{')).status).toBe(400);
    const reader = await lender.api(['external_payments:read']);
    expect((await reader.post('/v1/payment-batches', large)).json).toEqual(
      refusalOf('insufficient_scope', { scope: 'external_payments:write' }),
    );
  });
});

describe('mode stop', () => {
  it('stops at the first refused row; after a resume it continues behind it, once per key', async () => {
    const account = await lender.ledgerAccount();
    const refuses = await lender.sandboxAccount('SBX-REFUSES');
    const id = await accepted(await submit([row(account), row(refuses), row(account), row(refuses), row(account)]));
    expect(await work(id)).toMatchObject({ status: 'stopped', stop_reason: 'row_refused' });
    expect(await outcomesOf(id)).toEqual(['posted', 'refused', 'not_tried', 'not_tried', 'not_tried']);

    const key = randomUUID();
    const resumed = await resume(id, key);
    expect([resumed.status, resumed.json]).toEqual([202, await read(id)]);
    expect((await resume(id)).json).toEqual(refusalOf('payment_batch_not_stopped', { status: 'accepted' }));
    expect(await work(id)).toMatchObject({ status: 'stopped', stop_reason: 'row_refused' });
    expect(await outcomesOf(id)).toEqual(['posted', 'refused', 'posted', 'refused', 'not_tried']);
    // A retry after a lost answer does not go past the second refused row.
    const replay = await resume(id, key);
    expect([replay.text, replay.headers.get('idempotent-replayed')]).toEqual([resumed.text, 'true']);
    expect((await read(id)).status).toBe('stopped');

    await resume(id);
    expect(await work(id)).toMatchObject({ status: 'completed', stop_reason: null });
    expect(await postedTo(account)).toHaveLength(3);
    expect((await resume(id)).json).toEqual(refusalOf('payment_batch_not_stopped', { status: 'completed' }));
  });
  it('if the loan system is back when the batch is resumed, the unavailable row and the later ones are recorded', async () => {
    const account = await lender.sandboxAccount('SBX-UNAVAILABLE');
    const id = await accepted(await submit([row(account), row(account)]));
    expect(await work(id)).toMatchObject({ status: 'stopped', stop_reason: 'posting_unavailable' });
    expect(await outcomesOf(id)).toEqual(['unavailable', 'not_tried']);
    await query(`update sandbox_loan set scenario = 'SBX-POSTS' where id = $1`, [account]);
    await resume(id);
    expect(await work(id)).toMatchObject({ status: 'completed' });
    expect(await outcomesOf(id)).toEqual(['posted', 'posted']);
    expect(await query('select count(*)::int from sandbox_posting where loan_id = $1', [account])).toEqual([
      { count: 2 },
    ]);
  });
  it.each([
    ['key_invalid', `update api_key set revoked_at = now() where prefix = $1`],
    ['key_invalid', `update api_key set expires_at = now() - interval '1 second' where prefix = $1`],
    ['key_invalid', `update api_key set scopes = '{external_payments:read}' where prefix = $1`],
  ])(
    'stops with %s when its key may no longer record payments: %s; the caller that resumes it becomes responsible',
    async (reason, end) => {
      const account = await lender.ledgerAccount();
      const leaving = await lender.api();
      const id = await accepted(await submit([row(account)], {}, randomUUID(), leaving));
      const { responsible } = await read(id);
      await query(end, [responsible]);
      expect(await work(id)).toMatchObject({ status: 'stopped', stop_reason: reason });
      expect(await postedTo(account)).toEqual([]);
      await resume(id);
      const done = await work(id);
      expect(done).toMatchObject({ status: 'completed' });
      expect(done.responsible).not.toBe(responsible);
    },
  );
  it('stops when its organization becomes inactive', async () => {
    const account = await lender.ledgerAccount();
    const id = await accepted(await submit([row(account)]));
    const active = 'update organization set is_active = $2 where id = $1';
    await query(active, [lender.organizationId, false]);
    await jobs.payment_batch({ organizationId: lender.organizationId, id });
    await query(active, [lender.organizationId, true]);
    expect(await read(id)).toMatchObject({ status: 'stopped', stop_reason: 'organization_inactive' });
    expect(await postedTo(account)).toEqual([]);
  });
});

describe('a dry run', () => {
  it('reports each row’s outcome, considering the earlier rows, and writes no payment', async () => {
    const account = await lender.ledgerAccount(1_000);
    const used = randomUUID();
    await api.record(account, { amount_cents: 100 }, used);
    const rows = [
      row(account, { amount_cents: 500 }),
      row(account, { amount_cents: 500 }),
      row(account, { amount_cents: 400 }),
      row(account, { idempotency_key: used }),
      row(account, { idempotency_key: used.toUpperCase(), amount_cents: 1 }),
      row(await lender.sandboxAccount('SBX-NOT-PAYABLE')),
      row(newId()),
    ];
    const before = await everything();
    const id = await accepted(await submit(rows, { mode: 'continue', dry_run: true }));
    expect(await work(id)).toMatchObject({ status: 'completed', dry_run: true });
    expect((await resultsOf(id)).map(({ outcome, error_code }: Row) => [outcome, error_code])).toEqual([
      ['would_post', null],
      ['refused', 'amount_exceeds_payoff'],
      ['would_post', null],
      ['posted', null],
      ['refused', 'amount_exceeds_payoff'],
      ['refused', 'account_not_payable'],
      ['refused', 'account_not_found'],
    ]);
    expect(await everything()).toEqual(before);
    // The rows' keys are still free.
    expect((await api.record(account, { amount_cents: 500 }, String(rows[0]?.['idempotency_key']))).status).toBe(201);
  });
  /** Payments, journal, balances and keys, except the batch's own. */
  const everything = () =>
    query(`
      select (select count(*) from collected_payment) as payments, (select count(*) from ledger_entry) as entries,
        (select count(*) from transaction) as transactions, (select sum(principal_cents) from ledger_loan) as principal,
        (select count(*) from idempotency_record where operation <> 'create_payment_batch') as keys`);
});

describe('batches of other organizations', () => {
  it('a foreign id gives the same bytes as an unknown one, in every request', async () => {
    const id = await accepted(await submit([row(await lender.ledgerAccount())]));
    const stranger = await (await instance.lender('Cedar Loans')).api();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/results'],
      ['POST', '/resume'],
    ] as const) {
      const [foreign, unknown] = await Promise.all(
        [id, newId()].map((one) => call(stranger, method, `/v1/payment-batches/${one}${path}`)),
      );
      expect([foreign?.status, foreign?.text]).toEqual([404, unknown?.text]);
    }
    const csv = await call(stranger, 'GET', `/v1/payment-batches/${id}/results`, undefined, { accept: 'text/csv' });
    expect([csv.status, csv.json]).toEqual([404, refusalOf('payment_batch_not_found')]);
    expect((await stranger.get('/v1/payment-batches')).json.items).toEqual([]);
    await work(id);
  });
});

describe('limits', () => {
  it('of eleven batches at once ten are accepted; when one is done another is accepted', async () => {
    const account = await lender.ledgerAccount();
    const answers = await Promise.all(Array.from({ length: 11 }, () => submit([row(account)])));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(202), 409]);
    const refusedOne = answers.find(({ status }) => status === 409);
    expect(refusedOne?.json).toEqual(refusalOf('too_many_open_batches'));
    const ids = answers.flatMap(({ json }) => json.batch_id ?? []);
    const listed = (await api.get('/v1/payment-batches?status=accepted')).json.items;
    expect(listed.map(({ batch_id }: Row) => batch_id)).toEqual([...ids].sort().reverse());
    await work(ids[0]);
    await accepted(await submit([row(account)]));
    for (const { batch_id } of (await api.get('/v1/payment-batches?status=accepted')).json.items) await work(batch_id);
    expect(await postedTo(account)).toHaveLength(11);
  });
  it('ninety days after its end a batch is deleted, its payments are not', async () => {
    const { deleteExpired } = await import('../../runtime/assembly/delete-expired.js');
    const account = await lender.ledgerAccount();
    const [old, young] = [await accepted(await submit([row(account)])), await accepted(await submit([row(account)]))];
    await work(old);
    await work(young);
    const ended = `update payment_batch set finished_at = now() - make_interval(days => $2) where id = $1`;
    await query(ended, [old, 91]);
    await query(ended, [young, 89]);
    await deleteExpired(instance.resources);
    await deleteExpired(instance.resources);
    expect(await read(old)).toEqual(refusalOf('payment_batch_not_found'));
    expect((await read(young)).status).toBe('completed');
    expect(await postedTo(account)).toHaveLength(2);
  });
});

describe('two workers at once', () => {
  it('record each payment once, those of one account in the order of the file', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => lender.ledgerAccount()));
    const rows = Array.from({ length: 120 }, (_, index) =>
      row(accounts[index % accounts.length] ?? '', { amount_cents: index + 1 }),
    );
    const id = await accepted(await submit(rows, { mode: 'continue' }));
    const other = paymentsJobs(subgraphsSource(instance.resources));
    const work = { organizationId: lender.organizationId, id };
    // The second takes it while the first works on it, as after a suspension longer than the lease.
    const first = jobs.payment_batch(work);
    const leaseOver = `update payment_batch set lease_until = now() - interval '1 second' where id = $1 and lease_until is not null returning id`;
    await expect.poll(() => query(leaseOver, [id])).toHaveLength(1);
    await Promise.all([first, other.payment_batch(work)]);
    for (let turn = 0; turn < 30 && (await read(id)).status !== 'completed'; turn += 1) await other.payment_batch(work);
    expect((await read(id)).outcomes.posted).toEqual({ rows: 120, amount_cents: (120 * 121) / 2 });
    for (const [index, account] of accounts.entries()) {
      const cents = (await postedTo(account)).map((entry) => Number(entry['cents']));
      expect(cents).toHaveLength(20);
      const journal = await query(
        `select c.amount_cents::int as cents from collected_payment c where c.account_id = $1 order by c.reference_number`,
        [account],
      );
      expect(journal.map(({ cents }) => cents)).toEqual(Array.from({ length: 20 }, (_, at) => index + 1 + at * 6));
    }
  });
});

describe('GraphQL', () => {
  it('takes rows or CSV, and returns what REST does', async () => {
    const ask = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
    const account = await lender.ledgerAccount();
    const CREATE = `mutation ($key: String!, $input: CreatePaymentBatchInput!) {
      createPaymentBatch(idempotencyKey: $key, input: $input) { replayed answer { status body } batch { id status outcomes { notTried { rows amountCents } } } }
    }`;
    const input = {
      mode: 'continue',
      rows: [{ idempotencyKey: randomUUID(), accountId: account, amountCents: 100, paymentMethod: 'cash' }],
    };
    const answer = await ask(CREATE, { key: randomUUID(), input });
    expect(answer.json.errors).toBeUndefined();
    const created = answer.json.data.createPaymentBatch;
    expect(created).toMatchObject({ replayed: false, answer: { status: 202 }, batch: { status: 'accepted' } });
    expect(JSON.parse(created.answer.body)).toEqual(await read(created.batch.id));
    await work(created.batch.id);
    const RESULTS =
      '($id: ID!) { paymentBatchResults(batchId: $id) { items { position outcome paymentId } } paymentBatchResultFile(batchId: $id) }';
    const first = (await ask(`query ${RESULTS}`, { id: created.batch.id })).json.data;
    expect(first.paymentBatchResults.items).toMatchObject([{ position: 1, outcome: 'posted' }]);
    expect(first.paymentBatchResultFile).toContain(first.paymentBatchResults.items[0].paymentId);

    const csv = `idempotency_key,account_id,amount_cents,payment_method\n${randomUUID()},${account},100,cash\n`;
    const ofCsv = (await ask(CREATE, { key: randomUUID(), input: { csv } })).json.data.createPaymentBatch;
    expect(await work(ofCsv.batch.id)).toMatchObject({ status: 'completed', mode: 'stop' });
    const both = await ask(CREATE, { key: randomUUID(), input: { ...input, csv } });
    expect(both.json.errors[0].extensions.issues[0].loc).toEqual(['input', 'csv']);
  });
});
