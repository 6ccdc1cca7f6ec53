import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { Api } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Products over REST and GraphQL, and a loan under one. */

const clock = new SimulatedClock('2026-03-02T15:00:00Z');
let instance: TestInstance;
let lender: Lender;
let v1: Api;
let ask: Ask;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
  lender = await instance.lender();
  v1 = await lender.api();
  ask = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
});
afterAll(() => instance.close());

const keyed = (key: string) => ({ 'Idempotency-Key': key });

async function product(code: string, terms: object = {}): Promise<string> {
  const made = await v1.post('/v1/ledger/products', { code, name: code, ...terms }, keyed(`make-${code}`));
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

/** Puts a loan under the first version of a product, as booking does. */
async function under(accountId: string, productId: string): Promise<void> {
  await instance.resources.pool.query('update ledger_loan set product_id = $2, product_version = 1 where id = $1', [
    accountId,
    productId,
  ]);
}

describe('a product', () => {
  it('is created with built-in terms by default; reading and repeating it return the same bytes', async () => {
    const body = { code: 'plain', name: 'Plain loan' };
    const made = await v1.post('/v1/ledger/products', body, keyed('plain'));
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ organization_id: lender.organizationId, is_active: true, current_version: 1 });
    expect(made.json.versions).toMatchObject([
      {
        version: 1,
        day_count: 'actual_365',
        application_order: 'fees_interest_principal',
        late_fee_cents: 0,
        charge_off_at_days: 120,
        payoff_rule: 'to_payoff_day',
        accrue_to: 'business_day',
      },
    ]);
    expect((await v1.get(`/v1/ledger/products/${made.json.id}`)).text).toBe(made.text);
    const again = await v1.post('/v1/ledger/products', body, keyed('plain'));
    expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([201, made.text, 'true']);
    const other = await v1.post('/v1/ledger/products', { ...body, name: 'Other' }, keyed('plain'));
    expect([other.status, other.json.detail.error_code]).toEqual([409, 'idempotency_conflict']);
  });

  it('has a code of its own in the organization; another organization may use the same', async () => {
    await product('taken');
    const again = await v1.post('/v1/ledger/products', { code: 'taken', name: 'Again' }, keyed('again'));
    expect([again.status, again.json.detail.error_code]).toEqual([409, 'ledger_product_code_in_use']);
    const stranger = await (await instance.lender()).api();
    const theirs = await stranger.post('/v1/ledger/products', { code: 'taken', name: 'Theirs' }, keyed('theirs'));
    expect(theirs.status).toBe(201);
    const missing = await v1.get('/v1/ledger/products/01JZZZZZZZZZZZZZZZZZZZZZZZ');
    const foreign = await v1.get(`/v1/ledger/products/${theirs.json.id}`);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  });

  it('two created at once with one key give one product', async () => {
    const body = { code: 'raced', name: 'Raced' };
    const both = await Promise.all([1, 2, 3].map(() => v1.post('/v1/ledger/products', body, keyed('raced'))));
    expect(new Set(both.map(({ text }) => text)).size).toBe(1);
    expect(both.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('is revised: omitted fields and earlier versions keep their values; concurrent revisions are numbered in sequence', async () => {
    const id = await product('revised', { late_fee_cents: 2_500, charge_off_at_days: 90 });
    const path = `/v1/ledger/products/${id}/versions`;
    const revised = await v1.post(path, { late_fee_grace_days: 15, charge_off_at_days: null }, keyed('second'));
    expect(revised.status).toBe(201);
    expect(revised.json.current_version).toBe(2);
    expect(revised.json.versions).toMatchObject([
      { version: 1, late_fee_cents: 2_500, late_fee_grace_days: 0, charge_off_at_days: 90 },
      { version: 2, late_fee_cents: 2_500, late_fee_grace_days: 15, charge_off_at_days: null },
    ]);
    await Promise.all([1, 2, 3].map((days) => v1.post(path, { late_fee_grace_days: days }, keyed(`at once ${days}`))));
    const { versions } = (await v1.get(`/v1/ledger/products/${id}`)).json;
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([1, 2, 3, 4, 5]);
  });

  it('reports all problems at once, and needs its scope and its key', async () => {
    const wrong = { code: ' x', name: '', day_count: 'actual_364', late_fee_cents: -1, colour: 'blue' };
    const refused = await v1.post('/v1/ledger/products', wrong, keyed('wrong'));
    expect(refused.status).toBe(422);
    expect(refused.json.detail.length).toBeGreaterThanOrEqual(5);
    expect((await v1.post('/v1/ledger/products', { code: 'keyless', name: 'x' })).status).toBe(422);
    const reader = await lender.api(['ledger:read']);
    const lacking = await reader.post('/v1/ledger/products', { code: 'reader', name: 'x' }, keyed('reader'));
    expect([lacking.status, lacking.json.detail.error_code]).toEqual([403, 'insufficient_scope']);
  });

  it('is deactivated and reactivated, over GraphQL; every act is audited', async () => {
    const id = await product('audited');
    const update = `mutation ($id: ID!) { updateLedgerProduct(id: $id, input: { isActive: false }) { isActive name } }`;
    const { json } = await ask(update, { id });
    expect(json.data.updateLedgerProduct).toEqual({ isActive: false, name: 'audited' });
    const list = await ask('{ ledgerProducts(limit: 1000) { items { id code isActive versions { version } } } }');
    const found = list.json.data.ledgerProducts.items.find((row: { id: string }) => row.id === id);
    expect(found).toEqual({ id, code: 'audited', isActive: false, versions: [{ version: 1 }] });
    const acts = await instance.resources.pool.query('select action from audit_log where subject = $1 order by id', [
      id,
    ]);
    expect(acts.rows.map(({ action }) => action)).toEqual(['ledger_product.create', 'ledger_product.update']);
  });
});

describe('a loan of a product', () => {
  it('follows its version, and is charged its late fee at the close of the day, once', async () => {
    clock.moveTo('2026-03-02T15:00:00Z');
    const id = await product('late', {
      day_count: 'actual_360',
      late_fee_cents: 1_500,
      late_fee_grace_days: 5,
      payoff_rule: 'through_payoff_day',
    });
    const account = await lender.ledgerAccount(); // 10,000.00 at 18 %, first due today
    await under(account, id);
    clock.moveTo('2026-03-12T15:00:00Z');
    await runDayEnd(instance.resources);
    await runDayEnd(instance.resources);
    // Ten days and the payoff's own: 10,000.00 × 18 % × 11 ÷ 360 = 55.00; and the fee of the 9th, when the grace days
    // were over.
    const { json } = await (await lender.api()).get(`/v1/accounts/${account}`);
    expect(json.payoff.amount_cents).toBe(1_000_000 + 5_500 + 1_500);
    const { rows } = await instance.resources.pool.query(
      `select type, reason, amount_cents::int as amount, effective_at::text as day from transaction
        where account_id = $1 and type = 'fee'`,
      [account],
    );
    expect(rows).toEqual([{ type: 'fee', reason: 'late_fee', amount: 1_500, day: '2026-03-09' }]);
    const paid = await (await lender.api()).record(account, { amount_cents: json.payoff.amount_cents });
    expect(paid.status).toBe(201);
    const after = (await (await lender.api()).get(`/v1/accounts/${account}`)).json;
    expect(after).toMatchObject({ status_code: 'paid_in_full', current_balance_cents: 0 });
  });
});

it('a failing loan stops no other: it is counted, its organization stays open, and the next run tries again', async () => {
  clock.moveTo('2026-04-01T15:00:00Z');
  const poisoned = await lender.ledgerAccount();
  const sound = [await lender.ledgerAccount(), await lender.ledgerAccount()];
  const { pool } = instance.resources;
  // A schedule that divides by zero.
  await pool.query('update ledger_loan set scheduled_payment_cents = 0 where id = $1', [poisoned]);
  clock.moveTo('2026-04-10T15:00:00Z');
  const closed = async (id: string) => {
    const { rows } = await pool.query('select day_end_through::text as day from ledger_loan where id = $1', [id]);
    return rows[0]?.day;
  };
  const first = await runDayEnd(instance.resources);
  expect(first.failed).toBe(1);
  expect(await Promise.all(sound.map(closed))).toEqual(['2026-04-09', '2026-04-09']);
  expect(await closed(poisoned)).not.toBe('2026-04-09');
  const day = async () => {
    const key = [lender.organizationId];
    const { rows } = await pool.query(
      'select closed_through::text as day from ledger_day_end where organization_id = $1',
      key,
    );
    return rows[0]?.day;
  };
  expect(await day()).not.toBe('2026-04-09');

  await pool.query('update ledger_loan set scheduled_payment_cents = 50000 where id = $1', [poisoned]);
  expect(await runDayEnd(instance.resources)).toMatchObject({ failed: 0, loans: 1 });
  expect([await closed(poisoned), await day()]).toEqual(['2026-04-09', '2026-04-09']);
});
