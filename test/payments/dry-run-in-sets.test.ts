import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { LEDGER_CODE } from '../../ledger/ledger-code.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { attemptsOf } from '../../subgraphs/payments/collected/batch/attempts-of-rows.js';
import { type OpenRow, openRows } from '../../subgraphs/payments/collected/batch/batch-work.store.js';
import { batchesOf } from '../../subgraphs/payments/collected/batch/enqueue-batch.js';
import { tryRow, withKeys } from '../../subgraphs/payments/collected/batch/record-payment-of-row.js';
import { postings } from '../../subgraphs/payments/collected/build-posting-services.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import { addLoanSystem } from '../support/add-loan-system.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { recordStatements } from '../support/record-statements.js';
import { openStandIn, type RemoteStandIn } from '../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let standIn: RemoteStandIn;
let lender: Lender;
let api: Api;
let jobs: ReturnType<typeof paymentsJobs>;

beforeAll(async () => {
  standIn = await openStandIn('fineract', false);
  instance = await openTestInstance({ worker: false, environment: standIn.environment });
  lender = await instance.lender();
  api = await lender.api();
  jobs = paymentsJobs(subgraphsSource(instance.resources));
});
afterAll(async () => {
  await instance.close();
  await standIn.close();
});

type Row = Readonly<Record<string, unknown>>;
type Outcome = readonly [outcome: string, code?: string | null, reason?: string | null];
/** A row of the file, and its outcome in a dry run. */
type Case = readonly [row: Row, outcome: Outcome];

const row = (account: string, fields: Row = {}): Row => ({
  idempotency_key: randomUUID(),
  account_id: account,
  amount_cents: 100,
  payment_method: 'cash',
  ...fields,
});
const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;

async function submit(rows: readonly Row[], body: Row): Promise<string> {
  const answer = await api.post('/v1/payment-batches', { ...body, rows }, { 'idempotency-key': randomUUID() });
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return answer.json.batch_id;
}

/** Processes a batch until it ends, without the pauses in which it waits for loan systems. */
async function work(id: string): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await jobs.payment_batch({ organizationId: lender.organizationId, id });
    if ((await api.get(`/v1/payment-batches/${id}`)).json.finished_at !== null) return;
    await query('update payment_batch set next_pass_at = null where id = $1', [id]);
  }
  throw new Error('the batch does not end');
}

async function resultsOf(id: string): Promise<readonly Row[]> {
  return (await api.get(`/v1/payment-batches/${id}/results?limit=1000`)).json.items;
}

const WOULD_POST: Outcome = ['would_post'];
const EXCEEDS: Outcome = ['refused', 'amount_exceeds_payoff'];
const NOT_FOUND: Outcome = ['refused', 'account_not_found'];
const POSTED: Outcome = ['posted'];

async function ledgerCases(): Promise<readonly Case[]> {
  const [account, small, paidOff] = [
    await lender.ledgerAccount(),
    await lender.ledgerAccount(1_001),
    await lender.ledgerAccount(1_000),
  ];
  const [posted, reused] = [randomUUID(), randomUUID()];
  await api.record(account, { amount_cents: 700 }, posted);
  await api.record(account, { amount_cents: 800 }, reused);
  expect((await api.record(paidOff, { amount_cents: 1_000 })).status).toBe(201);
  const foreign = await (await instance.lender('Cedar Loans')).ledgerAccount();
  const { external_contract_number: contract } = (await api.get(`/v1/accounts/${small}`)).json;
  const byContract = { account_id: null, external_contract_number: contract };
  return [
    [row(small, { amount_cents: 600 }), WOULD_POST],
    [row(small, { amount_cents: 600 }), EXCEEDS],
    [row('', { ...byContract, amount_cents: 400 }), WOULD_POST],
    [row(small, { amount_cents: 2 }), EXCEEDS],
    [row(account, { idempotency_key: posted, amount_cents: 700 }), POSTED],
    [row(account, { idempotency_key: ` ${reused}`, amount_cents: 801 }), ['refused', 'idempotency_conflict']],
    [row(account, { memo: 'lockbox', external_reference: 'L-1' }), WOULD_POST],
    [row(account, { memo: 'lockbox', external_reference: 'L-1' }), WOULD_POST],
    [row(paidOff), ['refused', 'account_not_payable']],
    [row(foreign), NOT_FOUND],
    [row(newId()), NOT_FOUND],
    [row('', { account_id: null, loan_number: 'unknown' }), NOT_FOUND],
  ];
}

async function sandboxCases(): Promise<readonly Case[]> {
  const [refuses, unconfirmed, small, notPayable] = [
    await lender.sandboxAccount('SBX-REFUSES'),
    await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS', 1_000),
    await lender.sandboxAccount('SBX-POSTS', 1_000),
    await lender.sandboxAccount('SBX-NOT-PAYABLE'),
  ];
  const [refused, sent] = [randomUUID(), randomUUID()];
  expect((await api.record(refuses, { amount_cents: 100 }, refused)).status).toBe(422);
  expect((await api.record(unconfirmed, { amount_cents: 300 }, sent)).status).toBe(202);
  return [
    [row(refuses, { idempotency_key: refused }), ['refused', 'servicing_rejected', 'account_restricted']],
    [row(unconfirmed, { idempotency_key: sent, amount_cents: 300 }), ['pending_confirmation']],
    // The sandbox has posted 300 of 1,000, and 300 more may be on their way.
    [row(unconfirmed, { amount_cents: 401 }), EXCEEDS],
    [row(unconfirmed, { amount_cents: 400 }), WOULD_POST],
    [row(small, { amount_cents: 1_000 }), WOULD_POST],
    [row(small, { amount_cents: 1 }), EXCEEDS],
    [row(notPayable), ['refused', 'account_not_payable']],
  ];
}

async function remoteCases(): Promise<readonly Case[]> {
  const code = 'fineract-sets';
  const externalId = standIn.makeLoan(100_000);
  await addLoanSystem(instance.resources, standIn, { code, organizationId: lender.organizationId });
  const [{ id }] = await query('select id from account where loan_system_code = $1 and external_id = $2', [
    code,
    externalId,
  ]);
  return [
    [row(id, { amount_cents: 60_000 }), WOULD_POST],
    [row(id, { amount_cents: 900_000 }), EXCEEDS],
    [row(id, { amount_cents: 30_000 }), WOULD_POST],
    [row(id, { amount_cents: 60_000 }), EXCEEDS],
  ];
}

/** An account of the ledger without a loan cannot be quoted: a defect of ours, which must not stop other rows. */
async function damagedAccount(): Promise<string> {
  const [{ id }] = await query(
    `insert into account (id, organization_id, loan_system_code, external_id, primary_borrower_party_id, current_balance_cents, status_code)
     values ($1, $2, $3, $1, $4, 0, 'active') returning id`,
    [newId(), lender.organizationId, LEDGER_CODE, lender.personId],
  );
  return id;
}

const shown = (results: readonly Row[]) =>
  results.map(({ outcome, error_code, reason }) => [outcome, error_code, reason]);
const wanted = (cases: readonly Case[]) =>
  cases.map(([, [outcome, code = null, reason = null]]) => [outcome, code, reason]);

/** Tries the rows of a batch that no worker processes, each with reads of its own. */
async function oneByOne(batchId: string) {
  const source = subgraphsSource(instance.resources);
  const parts = { ...source, ...postings({ ...source, endSchedules }) };
  const { organizationId } = lender;
  const batch = { id: batchId, organizationId, isDryRun: true, fruitlessPasses: 0, ...BY };
  const all = { batchId, organizationId, afterPosition: 0, limit: 10_000 };
  const rows: readonly OpenRow[] = await instance.resources.db.many(batchesOf(batch), openRows, all);
  const taken = new Map<string | null, number>();
  const outcomes: (readonly unknown[])[] = [];
  for (const one of withKeys(parts, batch, rows)) {
    const before = taken.get(one.accountId) ?? 0;
    const tried = await tryRow(parts, batch, one, await attemptsOf(parts, batch, [one]), before);
    if (tried.outcome === 'would_post') taken.set(one.accountId, before + one.amountCents);
    outcomes.push([one.position, tried.outcome, tried.errorCode, tried.reason, tried.paymentId]);
  }
  return outcomes;
}

const BY = { mode: 'continue', actorKind: 'system', actor: 'test' } as const;

it('a dry run in sets has the outcome of every row that it has row by row, over several sets', async () => {
  const cases: readonly Case[] = [...(await ledgerCases()), ...(await sandboxCases()), ...(await remoteCases())];
  const many = await Promise.all(Array.from({ length: 5 }, () => lender.ledgerAccount(13_050)));
  // 120 payments on each of five loans, of which each takes 100, and 50 cents are left: both sets have some of them.
  const others: readonly Case[] = Array.from({ length: 600 }, (_, index) => [
    row(many[index % 5] ?? '', { amount_cents: 130 }),
    index < 500 ? WOULD_POST : EXCEEDS,
  ]);
  const file = [...others.slice(0, 300), ...cases, ...others.slice(300)];
  const [id, reference] = [
    await submit(
      file.map(([one]) => one),
      { mode: 'continue', dry_run: true },
    ),
    await submit(
      file.map(([one]) => one),
      { mode: 'continue', dry_run: true },
    ),
  ];
  const expected = await oneByOne(reference);
  await work(id);
  const stored = await query(
    'select position, outcome, error_code, reason, payment_id from payment_batch_row where batch_id = $1 order by position',
    [id],
  );
  expect(stored.map((one) => Object.values(one))).toEqual(expected);
  expect(shown(await resultsOf(id))).toEqual(wanted(file));

  // Recorded now, each row has the outcome that the dry run said.
  const real = await submit(
    file.map(([one]) => one),
    { mode: 'continue' },
  );
  await work(real);
  const differing = (await resultsOf(real)).filter(({ outcome, error_code }, index) => {
    const [dry, code = null] = file[index]?.[1] ?? [];
    const isSent = outcome === 'posted' || outcome === 'pending_confirmation';
    return dry === 'would_post' ? !isSent : dry !== outcome || code !== error_code;
  });
  expect(differing).toEqual([]);
});

it('a row that cannot be read, decided or opened holds up no other row', async () => {
  const accounts = await Promise.all(Array.from({ length: 3 }, () => lender.ledgerAccount()));
  const damaged = await damagedAccount();
  const rows = [row(damaged), ...accounts.map((account) => row(account)), row(damaged)];
  const id = await submit(rows, { mode: 'continue', dry_run: true });
  const change = (position: number, set: string) =>
    query(`update payment_batch_row set ${set} where batch_id = $1 and position = $2`, [id, position]);
  await change(2, `sealed_key = '\\x${'00'.repeat(40)}'`);
  await change(3, `check_number = 0`);
  await work(id);
  expect(shown(await resultsOf(id))).toEqual([
    ['unavailable', 'internal_error', null],
    ['unavailable', 'service_unavailable', 'key_unreadable'],
    ['refused', 'validation_failed', null],
    ['would_post', null, null],
    ['not_tried', null, null],
  ]);
});

it('a dry run that stops does so at the first refused row', async () => {
  const account = await lender.ledgerAccount(1_000);
  const rows = [row(account, { amount_cents: 900 }), row(account, { amount_cents: 101 }), row(account)];
  const id = await submit(rows, { mode: 'stop', dry_run: true });
  await work(id);
  expect(shown(await resultsOf(id))).toEqual([
    ['would_post', null, null],
    ['refused', 'amount_exceeds_payoff', null],
    ['not_tried', null, null],
  ]);
});

it('quotes each account of a remote system once for a set', async () => {
  const account = await lender.sandboxAccount('SBX-POSTS');
  const rows = Array.from({ length: 20 }, () => row(account));
  const id = await submit(rows, { mode: 'continue', dry_run: true });
  const asked = await recordStatements(instance.resources.pool, () => work(id));
  expect(asked.filter((name) => name === 'sandbox.loan')).toHaveLength(1);
});

it('asks for the same number of reads for five rows and for five hundred', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => lender.ledgerAccount()));
  const reads = async (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => row(accounts[index % 5] ?? ''));
    const id = await submit(rows, { mode: 'continue', dry_run: true });
    const work = { organizationId: lender.organizationId, id };
    return recordStatements(instance.resources.pool, () => jobs.payment_batch(work));
  };
  expect(await reads(500)).toEqual(await reads(5));
});

it('if the set cannot be read, each row is tried by itself', async () => {
  const account = await lender.ledgerAccount();
  const id = await submit([row(account), row(account)], { mode: 'continue', dry_run: true });
  const { db } = instance.resources;
  const read = db.many.bind(db);
  const many = vi.spyOn(db, 'many');
  many.mockImplementation(async (principal, statement, parameters) => {
    if (statement.name === 'idempotency.find_several' && Object(parameters).keys.length > 1)
      throw new Error('a defect');
    return read(principal, statement, parameters);
  });
  await work(id);
  many.mockRestore();
  expect(shown(await resultsOf(id))).toEqual([
    ['would_post', null, null],
    ['would_post', null, null],
  ]);
});
