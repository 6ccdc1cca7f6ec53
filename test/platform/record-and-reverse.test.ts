import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let api: Api;

beforeAll(async () => {
  instance = await openTestInstance();
  lender = await instance.lender();
  api = await lender.api();
});
afterAll(() => instance.close());

describe('POST /v1/accounts/{account_id}/payments', () => {
  it('201 posted: reference number, business day and posting time; then read, listed and reversed', async () => {
    const account = await lender.ledgerAccount(500_000);
    const recorded = await api.record(account, {
      amount_cents: 12_345,
      payment_method: 'check',
      check_number: 10_000_000_001,
      external_reference: 'deposit 7',
      memo: 'at the counter',
    });
    expect(recorded.status).toBe(201);
    expect(recorded.json).toEqual({
      payment_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      organization_id: lender.organizationId,
      account_id: account,
      amount_cents: 12_345,
      payment_method: 'check',
      check_number: 10_000_000_001,
      status: 'posted',
      effective_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      external_reference: 'deposit 7',
      memo: 'at the counter',
      reference_number: expect.any(Number),
      posted_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      reversal: null,
      possible_duplicate_of: null,
    });

    const read = await api.get(`/v1/payments/${recorded.json.payment_id}`);
    expect([read.status, read.json]).toEqual([200, recorded.json]);
    const list = await api.get(`/v1/accounts/${account}/payments`);
    expect(list.json).toEqual({ items: [recorded.json], page: { next_cursor: null, has_more: false, limit: 100 } });

    const reversed = await api.reverse(recorded.json.payment_id, { reason: 'returned unpaid', is_nsf: true });
    expect(reversed.status).toBe(201);
    expect(reversed.json).toEqual({
      ...recorded.json,
      status: 'reversed',
      reversal: {
        reversed_at: expect.any(String),
        reason: 'returned unpaid',
        is_nsf: true,
        reference_number: expect.any(Number),
        reversed_by: expect.stringMatching(/^.{8}$/),
      },
    });
    expect(reversed.json.reversal.reference_number).not.toBe(recorded.json.reference_number);
  });

  it('201 the original answer for the same key and body, also after the payment was reversed', async () => {
    const account = await lender.ledgerAccount();
    const first = await api.record(account, {}, 'the same key');
    await api.reverse(first.json.payment_id);
    const again = await api.record(account, {}, 'the same key');
    expect([again.status, again.json]).toEqual([201, first.json]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await api.get(`/v1/accounts/${account}/payments`)).json.items).toHaveLength(1);
  });

  it('409 idempotency_conflict when the body differs', async () => {
    const account = await lender.ledgerAccount();
    await api.record(account, { amount_cents: 100 }, 'one key, two bodies');
    const other = await api.record(account, { amount_cents: 101 }, 'one key, two bodies');
    expect([other.status, other.json]).toEqual([409, refusalOf('idempotency_conflict')]);
  });

  it('422 amount_exceeds_payoff one cent above, 201 to the cent; then 422 account_not_payable', async () => {
    const account = await lender.ledgerAccount(50_000);
    const above = await api.record(account, { amount_cents: 50_001 }, 'refused, not stored');
    expect([above.status, above.json]).toEqual([422, refusalOf('amount_exceeds_payoff', { payable_cents: 50_000 })]);
    const blind = await (await lender.api(['external_payments:write'])).record(account, { amount_cents: 50_001 });
    expect([blind.status, blind.json]).toEqual([422, refusalOf('amount_exceeds_payoff')]);
    expect((await api.record(account, { amount_cents: 50_000 }, 'refused, not stored')).status).toBe(201);
    const after = await api.record(account, { amount_cents: 1 });
    expect([after.status, after.json]).toEqual([422, refusalOf('account_not_payable')]);
  });

  it('201 exactly one of 50 concurrent payments of 60 % of the payoff', async () => {
    const account = await lender.ledgerAccount(100_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.record(account, { amount_cents: 60_000 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(422)]);
  });

  it('the same holds for a loan system outside our database', async () => {
    const account = await lender.sandboxAccount('SBX-POSTS', 100_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.record(account, { amount_cents: 60_000 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(422)]);
  });
});

describe('POST /v1/payments/{payment_id}/reversal', () => {
  it('with the default of is_nsf written out is the same body', async () => {
    const { payment_id: id } = (await api.record(await lender.ledgerAccount())).json;
    const first = await api.reverse(id, { reason: 'misposted' }, 'default');
    const again = await api.reverse(id, { reason: 'misposted', is_nsf: false }, 'default');
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect((await api.reverse(id, { reason: 'misposted', is_nsf: true }, 'default')).status).toBe(409);
  });

  it('409 payment_not_reversible with the current status, the second time', async () => {
    const account = await lender.ledgerAccount();
    const { payment_id } = (await api.record(account)).json;
    await api.reverse(payment_id);
    const second = await api.reverse(payment_id);
    expect([second.status, second.json]).toEqual([409, refusalOf('payment_not_reversible', { status: 'reversed' })]);
  });

  it('201 for one of twenty at once, 409 for the others', async () => {
    const account = await lender.ledgerAccount();
    const { payment_id } = (await api.record(account)).json;
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.reverse(payment_id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });
});

describe('what is out of scope', () => {
  it('gives the same bytes as an object that does not exist', async () => {
    const other = await instance.lender('Birch Credit');
    const foreignAccount = await other.ledgerAccount();
    const foreignPayment = (await (await other.api()).record(foreignAccount)).json.payment_id;
    const pairs = [
      [`/v1/payments/${foreignPayment}`, `/v1/payments/${newId()}`],
      [`/v1/accounts/${foreignAccount}/payments`, `/v1/accounts/${newId()}/payments`],
      [`/v1/organizations/${other.organizationId}`, `/v1/organizations/${newId()}`],
    ] as const;
    for (const [foreign, missing] of pairs) {
      const answers = [await api.get(foreign), await api.get(missing)];
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
    }
    const writes = [await api.record(foreignAccount), await api.record(newId())];
    expect(writes.map(({ status, text }) => [status, text])).toEqual([
      [404, JSON.stringify(refusalOf('account_not_found'))],
      [404, JSON.stringify(refusalOf('account_not_found'))],
    ]);
    const reversals = [await api.reverse(foreignPayment), await api.reverse(newId())];
    expect(reversals[0]?.text).toBe(reversals[1]?.text);
  });
});

describe('GET /v1/accounts/{account_id}/payments', () => {
  it('pages through all of them, newest first, without losses or repetitions', async () => {
    const account = await lender.ledgerAccount();
    const recorded: string[] = [];
    for (let n = 1; n <= 7; n += 1) recorded.unshift((await api.record(account, { amount_cents: n })).json.payment_id);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = (await api.get(`/v1/accounts/${account}/payments?limit=3${query}`)).json;
      walked.push(...page.items.map((item: { payment_id: string }) => item.payment_id));
      cursor = page.page.next_cursor;
    } while (cursor !== null);
    expect(walked).toEqual(recorded);
  });

  it('422 for a cursor of another list, or a changed one', async () => {
    const [one, two] = [await lender.ledgerAccount(), await lender.ledgerAccount()];
    for (const account of [one, two]) for (const _ of [1, 2]) await api.record(account);
    const { next_cursor } = (await api.get(`/v1/accounts/${one}/payments?limit=1`)).json.page;
    for (const url of [
      `/v1/accounts/${two}/payments?cursor=${next_cursor}`,
      `/v1/accounts/${one}/payments?cursor=x${next_cursor}`,
    ]) {
      const answer = await api.get(url);
      expect(answer.status).toBe(422);
      expect(answer.json.detail[0].loc).toEqual(['query', 'cursor']);
    }
  });
});
