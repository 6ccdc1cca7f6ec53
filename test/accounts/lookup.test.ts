import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../core/errors/catalogue.js';
import { Api, send } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/** Lookups for an integrator that lost a response, or that knows a loan only by its number. */
let instance: TestInstance;
let lender: Lender;
let other: Lender;
let api: Api;
beforeAll(async () => {
  instance = await openTestInstance({});
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  api = await lender.api();
});
afterAll(() => instance.close());

const ids = (answer: { readonly json: { readonly items: readonly { readonly payment_id: string }[] } }) =>
  answer.json.items.map(({ payment_id }) => payment_id);

describe('GET /v1/payments', () => {
  it('finds a payment on any account by its reference, its status, its account and its day; never another lender’s', async () => {
    const [one, two] = [await lender.ledgerAccount(), await lender.ledgerAccount()];
    const first = (await api.record(one, { external_reference: 'till-7' })).json.payment_id;
    const second = (await api.record(two, { external_reference: 'till-8' })).json.payment_id;
    await api.reverse(second);
    const foreign = await other.api();
    const theirs = (await foreign.record(await other.ledgerAccount(), { external_reference: 'till-7' })).json
      .payment_id;

    expect(ids(await api.get('/v1/payments'))).toEqual([second, first]);
    expect(ids(await api.get('/v1/payments?external_reference=till-7'))).toEqual([first]);
    expect(ids(await foreign.get('/v1/payments?external_reference=till-7'))).toEqual([theirs]);
    expect(ids(await api.get('/v1/payments?status=reversed'))).toEqual([second]);
    expect(ids(await api.get(`/v1/payments?account_id=${one}`))).toEqual([first]);
    expect(ids(await api.get(`/v1/payments?account_id=${one}&status=reversed`))).toEqual([]);
    expect(ids(await api.get('/v1/payments?to=2000-01-01'))).toEqual([]);
    const page = await api.get('/v1/payments?limit=1');
    expect(ids(await api.get(`/v1/payments?limit=1&cursor=${page.json.page.next_cursor}`))).toEqual([first]);
  });

  it('finds payments by day of recording, from the first instant of the first day to the last of the last, UTC', async () => {
    const account = await lender.ledgerAccount();
    const recordedAt = async (instant: string) => {
      const { payment_id } = (await api.record(account)).json;
      await instance.resources.pool.query('update collected_payment set created_at = $2 where id = $1', [
        payment_id,
        instant,
      ]);
      return payment_id;
    };
    const before = await recordedAt('2020-02-28T23:59:59.999Z');
    const first = await recordedAt('2020-02-29T00:00:00Z');
    const last = await recordedAt('2020-02-29T23:59:59.999Z');
    const after = await recordedAt('2020-03-01T00:00:00Z');
    const found = async (query: string) => ids(await api.get(`/v1/payments?${query}`));
    expect(await found('from=2020-02-29&to=2020-02-29')).toEqual([last, first]);
    expect(await found(`from=2020-02-29&account_id=${account}`)).toEqual([after, last, first]);
    expect(await found(`to=2020-02-29&account_id=${account}`)).toEqual([last, first, before]);
  });

  it('finds payments by status, method and amount, page by page', async () => {
    const foreign = await other.api();
    const [account, reversed] = [await lender.ledgerAccount(), await lender.ledgerAccount()];
    const recorded = async (on: string, fields: Readonly<Record<string, unknown>>) =>
      (await api.record(on, fields)).json.payment_id;
    const cash = await recorded(account, { amount_cents: 4_101 });
    const check = await recorded(account, { amount_cents: 4_102, payment_method: 'check', check_number: 7 });
    const order = await recorded(account, { amount_cents: 4_103, payment_method: 'money_order', check_number: 8 });
    const back = await recorded(reversed, { amount_cents: 4_102, payment_method: 'cash' });
    await api.reverse(back);
    const range = 'min_amount_cents=4101&max_amount_cents=4103';
    const found = async (query: string, by = api) => ids(await by.get(`/v1/payments?${query}`));
    expect(await found(range)).toEqual([back, order, check, cash]);
    expect(await found('amount_cents=4102')).toEqual([back, check]);
    expect(await found('amount_cents=4102', foreign)).toEqual([]);
    expect(await found('amount_cents=4102&status=posted')).toEqual([check]);
    expect(await found(`${range}&payment_method=check`)).toEqual([check]);
    expect(await found(`${range}&payment_method=money_order&payment_method=check`)).toEqual([order, check]);
    expect(await found(`${range}&payment_method=cash&account_id=${account}`)).toEqual([cash]);
    expect(await found(`${range}&status=reversed&status=failed`)).toEqual([back]);
    expect(await found(`${range}&status=reversed&status=posted`)).toEqual([back, order, check, cash]);
    const query = `${range}&payment_method=money_order&payment_method=check&payment_method=cash`;
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await api.get(`/v1/payments?${query}&limit=1${cursor}`);
      walked.push(...ids({ json }));
      if (json.page.next_cursor === null) break;
      cursor = `&cursor=${json.page.next_cursor}`;
    }
    expect(walked).toEqual([back, order, check, cash]);
  });

  it('finds payments by effective day, latest first; none without one', async () => {
    const account = await lender.ledgerAccount();
    const appliedOn = async (day: string | null) => {
      const { payment_id } = (await api.record(account, { external_reference: 'applied' })).json;
      const { pool } = instance.resources;
      await pool.query('update collected_payment set effective_date = $2 where id = $1', [payment_id, day]);
      return payment_id;
    };
    const notApplied = await appliedOn(null);
    const last = await appliedOn('2019-02-03');
    const first = await appliedOn('2019-02-01');
    const second = await appliedOn('2019-02-01');
    const found = async (query: string) => ids(await api.get(`/v1/payments?${query}`));
    expect(await found('effective_date=2019-02-01')).toEqual([second, first]);
    expect(await found('effective_from=2019-02-01&effective_to=2019-02-03')).toEqual([last, second, first]);
    expect(await found('effective_from=2019-02-02&effective_to=2019-02-28')).toEqual([last]);
    expect(await found('effective_to=2019-02-03&external_reference=applied')).toEqual([last, second, first]);
    expect(await found(`effective_to=2019-02-03&account_id=${account}`)).toEqual([last, second, first]);
    expect(await found(`effective_from=0001-01-01&account_id=${account}`)).toEqual([last, second, first]);
    expect(await found(`account_id=${account}`)).toContain(notApplied);
    for (const query of ['effective_to=2019-02-03', `effective_to=2019-02-03&account_id=${account}`]) {
      const page = await api.get(`/v1/payments?${query}&limit=2`);
      expect(ids(page)).toEqual([last, second]);
      const next = await api.get(`/v1/payments?${query}&limit=2&cursor=${page.json.page.next_cursor}`);
      expect(ids(next)).toEqual([first]);
    }
  });

  it('shows when it was recorded, and its organization, in every response alike', async () => {
    for (const account of [await lender.ledgerAccount(), await lender.sandboxAccount('SBX-POSTS')]) {
      const recorded = await api.record(account);
      const [row] = (
        await instance.resources.pool.query('select created_at from collected_payment where id = $1', [
          recorded.json.payment_id,
        ])
      ).rows;
      expect(recorded.json).toMatchObject({ created_at: row.created_at, organization_id: lender.organizationId });
      expect((await api.get(`/v1/payments/${recorded.json.payment_id}`)).text).toBe(recorded.text);
      expect((await api.get(`/v1/accounts/${account}/payments`)).json.items).toEqual([recorded.json]);
    }
  });

  it.each([
    ['status=lost', 'status'],
    ['status=posted&status=lost', 'status'],
    ['payment_method=barter', 'payment_method'],
    ['amount_cents=0', 'amount_cents'],
    ['amount_cents=1.5', 'amount_cents'],
    ['amount_cents=100&min_amount_cents=1', 'amount_cents'],
    ['min_amount_cents=2&max_amount_cents=1', 'max_amount_cents'],
    ['effective_date=2026-02-30', 'effective_date'],
    ['effective_date=2026-02-03&effective_to=2026-02-04', 'effective_date'],
    ['effective_from=2026-02-03&effective_to=2026-02-02', 'effective_to'],
    ['refrence=x', 'refrence'],
    ['from=2026-02-30', 'from'],
  ])('%s is refused by name', async (query, name) => {
    const answer = await api.get(`/v1/payments?${query}`);
    expect([answer.status, answer.json.detail.map(({ loc }: { loc: string[] }) => loc)]).toEqual([
      422,
      [['query', name]],
    ]);
  });

  it('treats an empty reference as none', async () => {
    expect((await api.get('/v1/payments?external_reference=')).status).toBe(200);
  });
});

describe('list filters', () => {
  it('transactions by type, of an account and of all, page by page', async () => {
    const account = await lender.ledgerAccount();
    const paid = (await api.record(account)).json;
    await api.reverse(paid.payment_id);
    for (const path of [`/v1/accounts/${account}/transactions`, '/v1/transactions']) {
      const typesOf = async (query: string) => {
        const { json } = await api.get(`${path}?limit=1000&${query}`);
        return json.items
          .filter(({ account_id }: { account_id: string }) => account_id === account)
          .map(({ type }: { type: string }) => type);
      };
      expect(await typesOf('type=payment')).toEqual(['payment']);
      expect(await typesOf('type=reversal')).toEqual(['reversal']);
      expect((await typesOf('type=reversal&type=payment')).toSorted()).toEqual(['payment', 'reversal']);
      expect((await typesOf('type=reversal&type=disbursement')).toSorted()).toEqual(['disbursement', 'reversal']);
      expect(await typesOf('type=charge_off')).toEqual([]);
      expect((await api.get(`${path}?type=gift`)).status).toBe(422);
    }
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await api.get(`/v1/transactions?type=reversal&type=disbursement&limit=2${cursor}`);
      walked.push(...json.items.map(({ transaction_id: id }: { transaction_id: string }) => id));
      if (json.page.next_cursor === null) break;
      cursor = `&cursor=${json.page.next_cursor}`;
    }
    const all = (await api.get('/v1/transactions?type=reversal&type=disbursement&limit=1000')).json.items;
    expect(walked).toEqual(all.map(({ transaction_id: id }: { transaction_id: string }) => id));
    expect(walked.length).toBeGreaterThan(3);
  });

  it('events by several types and kinds', async () => {
    const account = await lender.ledgerAccount();
    const paid = (await api.record(account)).json.payment_id;
    await api.reverse(paid);
    const typesOf = async (query: string) => {
      const { json } = await api.get(`/v1/events?object_id=${paid}&${query}`);
      return json.items.map(({ type }: { type: string }) => type);
    };
    await until(async () => (await typesOf('type=payment.*')).length === 2, 'both are served');
    expect(await typesOf('type=payment.posted')).toEqual(['payment.posted']);
    expect(await typesOf('type=payment.posted&type=payment.reversed')).toEqual(['payment.posted', 'payment.reversed']);
    expect(await typesOf('type=payment.posted&type=account.*')).toEqual(['payment.posted']);
    expect(await typesOf('type=account.*&type=dispute.*')).toEqual([]);
    expect((await api.get('/v1/events?type=payment.posted&type=payment.lost')).status).toBe(422);
  });
});

describe.each(['/v1/accounts', '/accounts'])('GET %s', (path) => {
  /** The unversioned API takes the key itself. */
  const caller = async (of: Lender, scopes?: readonly string[]) =>
    path === '/accounts' ? new Api(instance.baseUrl, (await of.key(scopes)).plaintext) : of.api(scopes);

  it('finds accounts by exact number, by status, and by borrower if persons may be read', async () => {
    const account = await lender.ledgerAccount();
    const { pool } = instance.resources;
    const [contract, number] = [`LN-7${path}`, `70${path}`];
    await pool.query('update account set external_contract_number = $2, external_account_number = $3 where id = $1', [
      account,
      contract,
      number,
    ]);
    await pool.query("update person set display_name = 'Zora Quill' where id = $1", [lender.personId]);
    const own = await caller(lender);
    const found = async (query: string, by = own) =>
      (await by.get(`${path}?${query}`)).json.items.map(({ id }: { id: string }) => id);
    expect(await found(`external_contract_number=${contract}`)).toEqual([account]);
    expect(await found('external_contract_number=LN')).toEqual([]);
    expect(await found(`external_account_number=${number}`)).toEqual([account]);
    expect(await found(`external_account_number=${number}&status_code=closed`)).toEqual([]);
    expect(await found('status_code=active&borrower=zora')).toContain(account);
    expect(await found('borrower=nobody')).toEqual([]);
    expect(await found(`external_contract_number=${contract}`, await caller(other))).toEqual([]);
    const blind = await (await caller(lender, ['accounts:read'])).get(`${path}?borrower=zora`);
    // The unversioned API has no scopes for reading: any key may read.
    if (path === '/v1/accounts')
      expect([blind.status, blind.json]).toEqual([403, refusalOf('insufficient_scope', { scope: 'persons:read' })]);
    else expect(blind.json.items.map(({ id }: { id: string }) => id)).toContain(account);
  });

  it.each([
    ['status_code=lost', 422],
    ['external_contract_number=', 422],
    ['external_account_number=', 422],
    ['borrower=', 422],
    ['borower=x', 422],
  ])('%s is %i', async (query, status) => {
    expect((await (await caller(lender)).get(`${path}?${query}`)).status).toBe(status);
  });

  it('shows the sync state only for a system that can be behind', async () => {
    const account = await lender.ledgerAccount();
    expect((await (await caller(lender)).get(`${path}/${account}`)).json.synced_through).toBeNull();
  });
});

describe('GET /v1/idempotency-keys/{key}', () => {
  const standing = async (key: string, operation = 'record_payment', by = api) =>
    by.get(`/v1/idempotency-keys/${encodeURIComponent(key)}?operation=${operation}`);

  it('finds the payment, and by its reversal’s key the same payment', async () => {
    const [key, back] = [`order/17 ${randomUUID()}`, randomUUID()];
    const account = await lender.ledgerAccount();
    const recorded = await api.record(account, {}, key);
    await api.reverse(recorded.json.payment_id, {}, back);
    const { payment_id } = recorded.json;
    const found = await standing(key);
    expect([found.status, found.json]).toEqual([
      200,
      expect.objectContaining({ operation: 'record_payment', state: 'succeeded', error_code: null, payment_id }),
    ]);
    expect(found.json.payment).toEqual((await api.get(`/v1/payments/${payment_id}`)).json);
    expect((await standing(back, 'reverse_payment')).json).toMatchObject({ state: 'succeeded', payment_id });
    expect((await standing(back)).status).toBe(404);
  });

  it('shows a refusal with its code, a released key, and an open outcome', async () => {
    const refused = randomUUID();
    await api.record(await lender.sandboxAccount('SBX-REFUSES'), {}, refused);
    expect((await standing(refused)).json).toMatchObject({
      state: 'refused',
      error_code: 'servicing_rejected',
      reason: 'account_restricted',
      payment_id: null,
      payment: null,
    });
    const away = randomUUID();
    const unavailable = await api.record(await lender.sandboxAccount('SBX-UNAVAILABLE'), {}, away);
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await standing(away)).json).toMatchObject({ state: 'released', payment: null });

    const lost = randomUUID();
    const account = await lender.sandboxAccount('SBX-UNCONFIRMED-LOST');
    const pending = await api.record(account, {}, lost);
    const { payment_id } = pending.json;
    expect([pending.status, pending.headers.get('location'), pending.headers.get('retry-after')]).toEqual([
      202,
      `/v1/payments/${payment_id}`,
      '5',
    ]);
    expect((await api.record(account, {}, lost)).json).toEqual(refusalOf('idempotency_in_progress', { payment_id }));
    expect((await standing(lost)).json).toMatchObject({ state: 'in_progress', payment_id });
  });

  it('is the same 404 for an unused key and for another lender’s', async () => {
    const key = randomUUID();
    await api.record(await lender.ledgerAccount(), {}, key);
    const foreign = await standing(key, 'record_payment', await other.api());
    const missing = await standing(randomUUID(), 'record_payment', await other.api());
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect((await standing(key, 'nothing')).status).toBe(422);
    expect((await standing('x'.repeat(256))).status).toBe(422);
    expect((await (await lender.api(['accounts:read'])).get('/v1/idempotency-keys/x')).status).toBe(403);
  });
});

describe('error pages', () => {
  it('each code has a page, and there is one of all; an unknown code has none', async () => {
    for (const code of Object.keys(CATALOGUE)) {
      const page = await send(`${instance.baseUrl}/docs/errors/${code}`);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(code)]);
    }
    expect((await send(`${instance.baseUrl}/docs/errors`)).text).toContain('idempotency_in_progress');
    expect((await send(`${instance.baseUrl}/docs/errors/teapot`)).status).toBe(404);
  });

  it('the root page links to the contract', async () => {
    const answer = await fetch(`${instance.baseUrl}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/docs']);
  });
});

describe('large answers', () => {
  const asked = (path: string, encoding: string) =>
    new Promise<{ readonly encoding: string | undefined; readonly bytes: Buffer }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${api.token}`, 'accept-encoding': encoding };
      get(`${instance.baseUrl}${path}`, { headers }, async (response) => {
        const chunks: Buffer[] = await response.toArray();
        resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) });
      }).on('error', reject);
    });

  it('are compressed for clients that accept it, with the same content', async () => {
    const plain = await asked('/openapi.json', 'identity');
    expect(plain.encoding).toBeUndefined();
    for (const encoding of ['gzip', 'br, gzip;q=0.5'])
      expect(gunzipSync((await asked('/openapi.json', encoding)).bytes).equals(plain.bytes)).toBe(true);
    for (const encoding of ['br', 'gzip;q=0', ''])
      expect((await asked('/openapi.json', encoding)).encoding).toBeUndefined();
    expect((await asked('/healthz', 'gzip')).encoding).toBeUndefined();
  });
});
