import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let jobs: ReturnType<typeof paymentsJobs>;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
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
const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;

/** Submits a batch, runs one job, and returns the outcomes and the statements about its payments. */
async function recorded(lender: Lender, rows: readonly Row[], body: Row = {}) {
  const api = await lender.api();
  const made = await api.post(
    '/v1/payment-batches',
    { mode: 'continue', ...body, rows },
    { 'idempotency-key': randomUUID() },
  );
  const id: string = made.json.batch_id;
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await jobs.payment_batch({ organizationId: lender.organizationId, id });
  const calls: readonly (readonly unknown[])[] = spy.mock.calls;
  spy.mockRestore();
  const names = calls.map(([one]) => String(typeof one === 'string' ? one : Object(one).name));
  const { items } = (await api.get(`/v1/payment-batches/${id}/results?limit=1000`)).json;
  return {
    outcomes: items.map(({ outcome, error_code }: Row) => [outcome, error_code]),
    asked: names
      .filter((name) => name.startsWith('collected_payment.'))
      .map((name) => name.slice('collected_payment.'.length)),
  };
}

const READ_AHEAD = 'read_accounts_for_payments';
const POSTED = ['posted', null];

it('the rows of a batch are read at once, and each is recorded in one round trip', async () => {
  const lender = await instance.lender();
  const accounts = await Promise.all(Array.from({ length: 3 }, () => lender.ledgerAccount()));
  const { outcomes, asked } = await recorded(
    lender,
    accounts.map((account) => row(account)),
  );
  expect(outcomes).toEqual([POSTED, POSTED, POSTED]);
  expect(asked).toEqual([READ_AHEAD, 'record_unlocked', 'record_unlocked', 'record_unlocked']);
});

it('a later row of the same loan is read after the earlier one has changed the loan', async () => {
  const lender = await instance.lender();
  const account = await lender.ledgerAccount(1_000);
  const { outcomes, asked } = await recorded(lender, [row(account), row(account), row(account, { amount_cents: 801 })]);
  expect(outcomes).toEqual([POSTED, POSTED, ['refused', 'amount_exceeds_payoff']]);
  expect(asked.slice(0, 4)).toEqual([`${READ_AHEAD}.lone`, 'record_unlocked', 'read_for_payment', 'record_unlocked']);
  expect(asked).toContain('lock_and_claim');
});

it('a loan that changes after it was read ahead is decided again under its lock', async () => {
  const lender = await instance.lender();
  const [first, second] = [await lender.ledgerAccount(1_000), await lender.ledgerAccount(1_000)];
  const { db } = instance.resources;
  const [write, api] = [db.write.bind(db), await lender.api()];
  const spy = vi.spyOn(db, 'write');
  // Just before the batch's first payment is written, another request pays most of the second loan.
  spy.mockImplementationOnce(async (...asked) => {
    expect((await api.record(second, { amount_cents: 950 })).status).toBe(201);
    return write(...asked);
  });
  const { outcomes } = await recorded(lender, [row(first), row(second)], { mode: 'stop' });
  spy.mockRestore();
  expect(outcomes).toEqual([POSTED, ['refused', 'amount_exceeds_payoff']]);
});

it('a key that was used before the batch, or since its rows were read, is not recorded again', async () => {
  const lender = await instance.lender();
  const accounts = await Promise.all(Array.from({ length: 3 }, () => lender.ledgerAccount()));
  const [first = '', second = '', third = ''] = accounts;
  const [before, since] = [randomUUID(), randomUUID()];
  const { db } = instance.resources;
  const [write, api] = [db.write.bind(db), await lender.api()];
  expect((await api.record(second, { amount_cents: 100 }, before)).status).toBe(201);
  const spy = vi.spyOn(db, 'write');
  spy.mockImplementationOnce(async (...asked) => {
    expect((await api.record(third, { amount_cents: 100 }, since)).status).toBe(201);
    return write(...asked);
  });
  const rows = [row(first), row(second, { idempotency_key: before }), row(third, { idempotency_key: since })];
  const { outcomes, asked } = await recorded(lender, rows, { mode: 'stop' });
  spy.mockRestore();
  expect(outcomes).toEqual([POSTED, POSTED, POSTED]);
  // The first row, the other request, and the third row, which finds its key in use; the second row needs no attempt.
  expect(asked.filter((name) => name === 'record_unlocked')).toHaveLength(3);
  const count = 'select count(*)::int as payments from collected_payment where account_id = any($1)';
  expect(await query(count, [accounts])).toEqual([{ payments: 3 }]);
});

it('rows of different loans are recorded at the same time, those of one loan one after the other', async () => {
  const lender = await instance.lender();
  const accounts = await Promise.all(Array.from({ length: 3 }, () => lender.ledgerAccount()));
  const { db } = instance.resources;
  const write = db.write.bind(db);
  const writing: unknown[] = [];
  let [most, mostOnOne] = [0, 0];
  const spy = vi.spyOn(db, 'write');
  spy.mockImplementation(async (principal, statement, parameters) => {
    const { accountId } = Object(parameters);
    writing.push(accountId);
    most = Math.max(most, writing.length);
    mostOnOne = Math.max(mostOnOne, writing.filter((one) => one === accountId).length);
    return write(principal, statement, parameters).finally(() => writing.splice(writing.indexOf(accountId), 1));
  });
  const rows = Array.from({ length: 30 }, (_, index) => row(accounts[index % 3] ?? ''));
  const { outcomes, asked } = await recorded(lender, rows);
  spy.mockRestore();
  expect(outcomes).toEqual(rows.map(() => POSTED));
  expect([most, mostOnOne]).toEqual([3, 1]);
  // No row met another one of its loan.
  expect(asked).not.toContain('lock_and_claim');
});

it('a dry run in a sandbox organization quotes by its own clock', async () => {
  const lender = await instance.lender('Sandbox Lending', { isSandbox: true });
  const [account, other] = [await lender.ledgerAccount(100_000), await lender.ledgerAccount(100_000)];
  const api = await lender.api();
  const today = (await api.get(`/v1/accounts/${account}/payoff`)).json.amount_cents;
  await query('update test_clock set offset_days = 20 where organization_id = $1', [lender.organizationId]);
  const later = (await api.get(`/v1/accounts/${account}/payoff`)).json.amount_cents;
  expect(later).toBeGreaterThan(today);
  const rows = [row(account, { amount_cents: later }), row(other, { amount_cents: later + 1 })];
  const { outcomes } = await recorded(lender, rows, { dry_run: true });
  expect(outcomes).toEqual([
    ['would_post', null],
    ['refused', 'amount_exceeds_payoff'],
  ]);
});

it('a dry run subtracts what is on its way to a loan of the ledger', async () => {
  const lender = await instance.lender();
  const account = await lender.ledgerAccount(1_000);
  await query(
    `insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, recorded_by)
     values ($1, $2, $3, 600, 'cash', 'pending', 'test')`,
    [newId(), lender.organizationId, account],
  );
  const { outcomes } = await recorded(lender, [row(account, { amount_cents: 401 }), row(account)], { dry_run: true });
  expect(outcomes).toEqual([
    ['refused', 'amount_exceeds_payoff'],
    ['would_post', null],
  ]);
});
