import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { SANDBOX_ACCOUNTS, TEST_CARDS } from '../../sdk/src/generated/scenarios.js';
import { type List, Tributary, TributaryError } from '../../sdk/src/index.js';
import { ADDRESS, VISA } from '../support/card-counter.js';
import { type LenderWithRows, lenderWithRows, SCHEDULE } from '../support/lender-with-rows.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

let instance: TestInstance;
let own: LenderWithRows;
let tributary: Tributary;

beforeAll(async () => {
  instance = await openTestInstance();
  own = await lenderWithRows(instance, 'Alder Lending');
  tributary = await clientOf();
});
afterAll(() => instance.close());

async function clientOf(scopes?: readonly string[]): Promise<Tributary> {
  const { prefix, plaintext } = await own.lender.key(scopes);
  const { baseUrl, secureUrl } = instance;
  return new Tributary({ baseUrl, secureUrl, clientId: prefix, clientSecret: plaintext });
}

async function all<Row>(list: List<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of list) rows.push(row);
  return rows;
}

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error was thrown',
    (error: unknown) => (error instanceof TributaryError ? error : Promise.reject(error)),
  );

const ids = () => {
  const { accounts = '', persons = '', organizations = '', autopay = '', 'payment-methods': method = '' } = own.ids;
  return { account: accounts, person: persons, organization: organizations, schedule: autopay, method };
};

describe('payments', () => {
  it('recorded once under one key; read, listed, reversed', async () => {
    const account = await own.lender.ledgerAccount();
    const order = { amount_cents: 12_500, payment_method: 'check', check_number: 1_042 } as const;
    const idempotencyKey = randomUUID();
    const recorded = await tributary.payments.record(account, order, { idempotencyKey });
    expect(recorded).toMatchObject({ ...order, account_id: account, status: 'posted' });
    expect(await tributary.payments.record(account, order, { idempotencyKey })).toEqual(recorded);
    expect(await tributary.payments.get(recorded.payment_id)).toEqual(recorded);
    const reversed = await tributary.payments.reverse(recorded.payment_id, { reason: 'returned', is_nsf: true });
    expect(reversed).toMatchObject({ status: 'reversed', reversal: { reason: 'returned', is_nsf: true } });
    expect(await all(tributary.payments.list(account))).toEqual([reversed]);
  });

  it('recordAndWait and reverseAndWait end with a final status', async () => {
    const { payments } = tributary;
    const cash = { amount_cents: 100, payment_method: 'cash' } as const;
    const late = await own.lender.sandboxAccount('SBX-UNCONFIRMED-POSTS');
    expect(await payments.recordAndWait(late, cash)).toMatchObject({ status: 'posted' });
    const lost = await own.lender.sandboxAccount('SBX-UNCONFIRMED-LOST');
    expect(await payments.recordAndWait(lost, cash)).toMatchObject({ status: 'failed' });
    const slow = await own.lender.sandboxAccount('SBX-REVERSAL-UNCONFIRMED');
    const { payment_id } = await payments.record(slow, cash);
    expect(await payments.reverse(payment_id)).toMatchObject({ status: 'reversal_pending' });
    expect(await payments.wait(payment_id)).toMatchObject({ status: 'reversed' });
    const other = await payments.record(slow, cash);
    expect(await payments.reverseAndWait(other.payment_id)).toMatchObject({ status: 'reversed' });
  });

  it('are listed to their end, page by page', async () => {
    const account = await own.lender.ledgerAccount();
    const recorded: string[] = [];
    for (let n = 1; n <= 5; n += 1) {
      const { payment_id } = await tributary.payments.record(account, { amount_cents: n, payment_method: 'cash' });
      recorded.unshift(payment_id);
    }
    const walked = await all(tributary.payments.list(account, { limit: 2 }));
    expect(walked.map(({ payment_id }) => payment_id)).toEqual(recorded);
  });
});

it('products in versions; the journal and its totals; a payoff letter', async () => {
  const account = await own.lender.ledgerAccount();
  const { ledger, ledgerProducts, accounts, payments } = tributary;
  const product = await ledgerProducts.create({ code: 'auto', name: 'Auto', late_fee_cents: 1_500 });
  expect(await ledgerProducts.revise(product.id, { late_fee_cents: 2_000 })).toMatchObject({ current_version: 2 });
  const updated = await ledgerProducts.update(product.id, { is_active: false });
  expect(updated).toMatchObject({ id: product.id, is_active: false });
  expect(await ledgerProducts.get(product.id)).toEqual(updated);
  expect((await all(ledgerProducts.list())).map(({ id }) => id)).toContain(product.id);

  const { reference_number } = await payments.record(account, { amount_cents: 700, payment_method: 'cash' });
  const [entry] = await all(ledger.entries({ account_id: account, type: 'payment' }));
  expect(entry).toMatchObject({
    reference_number,
    lines: expect.arrayContaining([{ ledger_account: 'cash', amount_cents: 700 }]),
  });
  const { items } = await ledger.generalLedger();
  expect(items.reduce((sum, { net_cents }) => sum + net_cents, 0)).toBe(0);

  const letter = await accounts.payoffLetter(account);
  expect([letter.type, (await letter.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  expect(await refusalOf(accounts.payoffLetter(newId()))).toMatchObject({
    status: 404,
    code: 'account_not_found',
  });
});

it('payments of all accounts by reference; the result of a key; a payoff', async () => {
  const account = await own.lender.ledgerAccount();
  const idempotencyKey = randomUUID();
  const order = { amount_cents: 2_500, payment_method: 'cash', external_reference: `ref-${idempotencyKey}` } as const;
  const recorded = await tributary.payments.record(account, order, { idempotencyKey });
  expect(await all(tributary.payments.search({ external_reference: order.external_reference }))).toEqual([recorded]);
  const used = await tributary.payments.ofKey(idempotencyKey);
  expect(used).toMatchObject({ state: 'succeeded', payment: { payment_id: recorded.payment_id } });
  const unknown = await refusalOf(tributary.payments.ofKey(randomUUID()));
  expect(unknown).toMatchObject({ code: 'idempotency_key_not_found' });
  expect(await tributary.accounts.payoff(account)).toMatchObject({ account_id: account });
});

it('events are listed after the last one read; endpoints are created, updated, deleted', async () => {
  const account = await own.lender.ledgerAccount();
  const { payment_id } = await tributary.payments.record(account, { amount_cents: 100, payment_method: 'cash' });
  const ofPayments = () => all(tributary.events.list({ type: 'payment.*', limit: 50 }));
  // A transaction that began earlier may still commit: until then the event is not served.
  const served = async () => (await ofPayments()).map(({ object_id }) => object_id);
  await expect.poll(served).toContain(payment_id);
  const [first] = await ofPayments();
  const behind = await all(tributary.events.list({ type: 'payment.*', after: first?.id ?? '' }));
  expect(behind.map(({ id }) => id)).not.toContain(first?.id);

  const made = await tributary.webhookEndpoints.create({ url: 'https://receiver.invalid/', types: ['payment.*'] });
  expect(made.secret).toMatch(/^whsec_/);
  const { event_id } = await tributary.webhookEndpoints.test(made.id);
  expect(await tributary.webhookEndpoints.resend(made.id, { event_id: first?.id ?? '' })).toMatchObject({ queued: 1 });
  const tried = async () =>
    (await all(tributary.webhookEndpoints.attempts(made.id))).map((attempt) => attempt.event_id);
  await expect.poll(tried).toEqual(expect.arrayContaining([event_id, first?.id]));
  const rotated = await tributary.webhookEndpoints.rotateSecret(made.id);
  expect(rotated.secret).not.toBe(made.secret);
  expect(await tributary.webhookEndpoints.update(made.id, { status: 'disabled' })).toMatchObject({
    status: 'disabled',
  });
  expect(await tributary.webhookEndpoints.get(made.id)).not.toHaveProperty('secret');
  expect((await all(tributary.webhookEndpoints.list())).map(({ id }) => id)).toContain(made.id);
  await tributary.webhookEndpoints.delete(made.id);
  expect(await refusalOf(tributary.webhookEndpoints.get(made.id))).toMatchObject({ status: 404 });
});

describe('refused requests', () => {
  it('have a code, a detail and a request id', async () => {
    const cash = { amount_cents: 100, payment_method: 'cash' } as const;
    const { payments, accounts } = tributary;
    const account = await own.lender.ledgerAccount();
    const { payment_id } = await payments.record(account, cash);
    await payments.reverse(payment_id);
    const refusals = await Promise.all([
      refusalOf(payments.reverse(payment_id)),
      refusalOf(accounts.get(newId())),
      refusalOf(payments.record(await own.lender.sandboxAccount('SBX-REFUSES'), cash)),
      refusalOf(payments.record(account, { amount_cents: 0, payment_method: 'cash' })),
      refusalOf((await clientOf(['accounts:read'])).payments.record(account, cash)),
      refusalOf(payments.record(await own.lender.sandboxAccount('SBX-NOT-PAYABLE'), cash)),
      refusalOf(new Tributary({ baseUrl: instance.baseUrl, apiKey: 'abcdefgh_none' }).accounts.get(account)),
    ]);
    expect(refusals).toMatchObject([
      {
        code: 'payment_not_reversible',
        status: 409,
        detail: { status: 'reversed' },
        idempotencyKey: expect.any(String),
      },
      { code: 'account_not_found', status: 404, requestId: expect.any(String) },
      { code: 'servicing_rejected', status: 422, detail: { reason: 'account_restricted' } },
      { code: 'validation_failed', status: 422, detail: [{ loc: ['body', 'amount_cents'], type: 'greater_than' }] },
      { code: 'insufficient_scope', status: 403 },
      { code: 'account_not_payable', status: 422 },
      { code: 'invalid_client', status: 401 },
    ]);
  });
});

it('accounts: list, get, transactions, lifecycle events, payment methods', async () => {
  const { account, method } = ids();
  const { accounts } = tributary;
  const listed = await all(accounts.list({ limit: 2 }));
  expect(listed.map(({ id }) => id)).toContain(account);
  expect(await accounts.get(account)).toMatchObject({ id: account, borrowers: [expect.anything()] });
  expect((await all(accounts.transactions(account, { limit: 2 }))).length).toBeGreaterThan(2);
  expect(Array.isArray(await all(accounts.lifecycleEvents(account)))).toBe(true);
  expect((await all(accounts.paymentMethods(account))).map(({ id }) => id)).toContain(method);
});

it('persons, organizations, transactions', async () => {
  const { person, organization } = ids();
  expect((await all(tributary.persons.list())).map(({ id }) => id)).toContain(person);
  expect(await tributary.persons.get(person)).toMatchObject({ id: person, addresses: expect.any(Array) });
  expect((await all(tributary.persons.accounts(person, { limit: 1 }))).length).toBeGreaterThan(1);
  expect((await all(tributary.organizations.list())).map(({ id }) => id)).toEqual([organization]);
  expect(await tributary.organizations.get(organization)).toMatchObject({ id: organization });
  const transactions = await all(tributary.transactions.list({ limit: 3, from: '2020-01-01' }));
  expect(transactions.length).toBeGreaterThan(3);
});

it('payment methods and autopay: created, updated, canceled', async () => {
  const account_id = await own.lender.ledgerAccount();
  const method = await tributary.secure.captureCard({
    account_id,
    cardholder_name: 'Ada Borrower',
    card: VISA,
    billing_address: ADDRESS,
  });
  expect(method).toMatchObject({ last_four: '4242', is_active: true });
  const { id } = method;
  expect(await tributary.paymentMethods.update(id, { nickname: 'mine' })).toMatchObject({ nickname: 'mine' });
  const made = await tributary.autopay.create({ ...SCHEDULE, account_id, payment_method_id: id });
  expect(await tributary.autopay.get(made.id)).toEqual(made);
  const paused = await tributary.autopay.update(made.id, { status: 'paused' });
  expect(await all(tributary.autopay.list({ account_id }))).toEqual([paused]);
  expect(await refusalOf(tributary.paymentMethods.deactivate(id))).toMatchObject({ code: 'payment_method_in_use' });
  await tributary.autopay.cancel(made.id);
  expect(await tributary.autopay.get(made.id)).toMatchObject({ status: 'cancelled' });
  await tributary.paymentMethods.deactivate(id);
  expect(await tributary.paymentMethods.get(id)).toMatchObject({ is_active: false });
  expect((await all(tributary.paymentMethods.list({ party_id: own.lender.personId }))).length).toBeGreaterThan(0);
  expect((await all(tributary.autopay.runs(ids().schedule)))[0]).toMatchObject({ status: 'missed' });
});

describe('in a sandbox organization', () => {
  const sandbox = async (isSandbox = true) => {
    const lender = await instance.lender('Sandbox Lending', { isSandbox });
    return new Tributary({ baseUrl: instance.baseUrl, apiKey: (await lender.key()).plaintext });
  };

  it('the clock is advanced once under one key, and waited for', async () => {
    const { testClock } = await sandbox();
    const before = await testClock.get();
    expect(before).toMatchObject({ status: 'resting', from: null });
    const idempotencyKey = randomUUID();
    const rested = await testClock.advanceAndWait({ days: 3 }, { idempotencyKey });
    expect(rested).toMatchObject({ status: 'resting', from: before.at, error: null });
    expect(rested.at).toBe(rested.to);
    expect(await testClock.advance({ days: 3 }, { idempotencyKey })).toMatchObject({ from: before.at, to: rested.to });
    expect(await testClock.wait()).toEqual(rested);
    // Without a deadline, which the request itself might use up on a busy machine; 700 days take longer than any
    // deadline here.
    await testClock.advance({ days: 700 });
    // If the deadline passes while the clock's state is read, the error is the lost response.
    const late = async () => Object(await refusalOf(testClock.wait({}, { deadlineMs: 3_000 }))).code;
    await until(async () => (await late()) === 'test_clock_advancing', 'the deadline passes between two reads');
  });

  it('a lender has no clock; the length of an advance is checked', async () => {
    const { testClock } = await sandbox(false);
    expect(await refusalOf(testClock.get())).toMatchObject({ code: 'test_clock_not_available', status: 409 });
    expect(await refusalOf(testClock.advanceAndWait({ days: 0 }))).toMatchObject({ code: 'validation_failed' });
  });

  it('the installation’s scenarios equal the constants', async () => {
    const { accounts, cards } = await tributary.sandbox.scenarios();
    expect(accounts.map((account) => account.external_contract_number)).toEqual(Object.values(SANDBOX_ACCOUNTS));
    expect(cards.map(({ number }) => number)).toEqual(Object.values(TEST_CARDS));
  });
});
