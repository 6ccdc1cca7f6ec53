import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { CALLER_STATEMENTS } from '../support/record-statements.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * A payment on the ledger claims its key and locks its loan in one statement, and is written with all its effects in
 * the next.
 */

const OWED = 500_000;

let instance: TestInstance;
let lender: Lender;
let api: Api;
let sql: pg.Client;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = await lender.api();
  sql = new pg.Client(instance.databaseUrl);
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await instance.close();
});

/** What happens while a payment waits for its loan's lock. */
async function whileWaiting(accountId: string, amountCents: number, act: () => Promise<unknown>) {
  await sql.query('begin');
  await sql.query('select 1 from ledger_loan where id = $1 for update', [accountId]);
  const paying = api.record(accountId, { amount_cents: amountCents, payment_method: 'cash' });
  const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await instance.resources.pool.query(waits)).rowCount).toBe(1);
  await act();
  await sql.query('commit');
  return paying;
}

async function reserve(accountId: string, amountCents: number): Promise<void> {
  await sql.query(
    `insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, recorded_by)
     values ($1, $2, $3, $4, 'cash', 'pending', 'another client')`,
    [newId(), lender.organizationId, accountId, amountCents],
  );
}

const rowsOf = async (accountId: string) =>
  (
    await sql.query(
      `select (select count(*) from collected_payment where account_id = $1 and status = 'posted')::int as payments,
              (select count(*) from ledger_entry where loan_id = $1 and type = 'payment')::int as entries,
              (select count(*) from transaction where account_id = $1 and type = 'payment')::int as transactions`,
      [accountId],
    )
  ).rows[0];

describe('a payment on the ledger', () => {
  it('makes five round trips to the database', async () => {
    const account = await lender.ledgerAccount(OWED);
    await api.record(account);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    expect((await api.record(account)).status).toBe(201);
    const asked: readonly (readonly unknown[])[] = query.mock.calls;
    query.mockRestore();
    const ran = asked.map(([statement]) => (typeof statement === 'string' ? statement : Object(statement).name));
    expect(ran.filter((name) => !CALLER_STATEMENTS.test(name))).toEqual([
      'payments.account_for_posting',
      expect.stringMatching(/^begin/),
      'collected_payment.claim_and_lock',
      'collected_payment.record_posted',
      'commit',
    ]);
  });
});

describe('a payment that waits for its loan', () => {
  it('is refused when a reservation used up the payoff in the meantime, and leaves nothing', async () => {
    const account = await lender.ledgerAccount(OWED);
    const { status, json } = await whileWaiting(account, 1_001, () => reserve(account, OWED - 1_000));
    expect([status, json.detail.error_code]).toEqual([422, 'amount_exceeds_payoff']);
    expect(await rowsOf(account)).toEqual({ payments: 0, entries: 0, transactions: 0 });
  });

  it('takes the amount that was left', async () => {
    const account = await lender.ledgerAccount(OWED);
    const { status } = await whileWaiting(account, 1_000, () => reserve(account, OWED - 1_000));
    expect(status).toBe(201);
    expect(await rowsOf(account)).toEqual({ payments: 1, entries: 1, transactions: 1 });
  });

  it('is applied to the loan in its state at that time', async () => {
    const account = await lender.ledgerAccount(OWED);
    const change = 'update ledger_loan set fees_cents = 700, late_fees_counted_cents = 700 where id = $1';
    await whileWaiting(account, 1_000, () => sql.query(change, [account]));
    const { rows } = await sql.query('select fees_cents, principal_cents from ledger_loan where id = $1', [account]);
    expect(rows).toEqual([{ fees_cents: '0', principal_cents: String(OWED - 300) }]);
  });

  it('is refused when its organization was deactivated in the meantime', async () => {
    const other = await instance.lender();
    const account = await other.ledgerAccount(OWED);
    const theirs = await other.api();
    await sql.query('begin');
    await sql.query('select 1 from ledger_loan where id = $1 for update', [account]);
    await sql.query('update organization set is_active = false where id = $1', [other.organizationId]);
    const paying = theirs.record(account, { amount_cents: 100, payment_method: 'cash' });
    const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await instance.resources.pool.query(waits)).rowCount).toBe(1);
    await sql.query('commit');
    const { status, json } = await paying;
    expect([status, json.detail.error_code]).toEqual([422, 'account_not_payable']);
    expect(await rowsOf(account)).toEqual({ payments: 0, entries: 0, transactions: 0 });
  });
});

describe('the response to a payment whose number is assigned as it is written', () => {
  it('has that number, whatever was sent, and its key repeats the bytes', async () => {
    const account = await lender.ledgerAccount(OWED);
    const memo = `"reference_number":${Number.MAX_SAFE_INTEGER} \\"reference_number\\":${Number.MAX_SAFE_INTEGER}`;
    const body = { amount_cents: 100, payment_method: 'cash', memo };
    const first = await api.record(account, body, 'a telling memo');
    const again = await api.record(account, body, 'a telling memo');
    const { rows } = await sql.query(
      "select reference_number from ledger_entry where loan_id = $1 and type = 'payment'",
      [account],
    );
    expect([first.status, first.json.memo, String(first.json.reference_number)]).toEqual([
      201,
      memo,
      rows[0].reference_number,
    ]);
    expect(again.text).toBe(first.text);
    expect((await api.get(`/v1/payments/${first.json.payment_id}`)).text).toBe(first.text);
    const kept = await sql.query('select answer from idempotency_record where subject_id = $1', [
      first.json.payment_id,
    ]);
    expect(kept.rows[0].answer.resource.referenceNumber).toBe(first.json.reference_number);
  });
});
