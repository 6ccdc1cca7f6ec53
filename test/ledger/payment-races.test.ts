import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { systemClock } from '../../core/time/clock.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { chargeableAmountFor, quoteFor } from '../../subgraphs/payments/autopay/run/chargeable-amount.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { postings } from '../../subgraphs/payments/collected/build-posting-services.js';
import type { Api } from '../support/api.js';
import { silent } from '../support/identity.js';
import type { Lender } from '../support/lender.js';
import { lostCommitProxy } from '../support/lost-commit-proxy.js';
import { CALLER_STATEMENTS } from '../support/record-statements.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * A payment on the ledger is decided without a lock and written in one statement, if nothing has changed since. Otherwise
 * it claims its key and locks its loan in one statement, and is written with all its effects in the next.
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
async function whileWaiting(
  accountId: string,
  amount: number | Readonly<Record<string, unknown>>,
  act: () => Promise<unknown>,
) {
  await sql.query('begin');
  await sql.query('select 1 from ledger_loan where id = $1 for update', [accountId]);
  const body = typeof amount === 'object' ? amount : { amount_cents: amount, payment_method: 'cash' };
  const paying = api.record(accountId, body);
  const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await instance.resources.pool.query(waits)).rowCount).toBe(1);
  await act();
  await sql.query('commit');
  return paying;
}

/** As the product reserves: under the loan's lock, with a new version of the loan's row. */
async function reserve(accountId: string, amountCents: number): Promise<void> {
  await sql.query('update ledger_loan set status = status where id = $1', [accountId]);
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
  /** What one payment asks the database. */
  async function askedBy(paying: () => Promise<{ readonly status: number }>): Promise<readonly string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    expect((await paying()).status).toBe(201);
    const asked: readonly (readonly unknown[])[] = query.mock.calls;
    query.mockRestore();
    const ran = asked.map(([statement]) => (typeof statement === 'string' ? statement : Object(statement).name));
    return ran.filter((name) => !CALLER_STATEMENTS.test(name));
  }
  const WITHOUT_LOCK = ['collected_payment.read_for_payment', 'collected_payment.record_unlocked'];

  it('makes two round trips to the database', async () => {
    const account = await lender.ledgerAccount(OWED);
    await api.record(account);
    expect(await askedBy(() => api.record(account))).toEqual(WITHOUT_LOCK);
  });

  it('makes four more under the lock, if its loan has changed since it was read', async () => {
    const account = await lender.ledgerAccount(OWED);
    await api.record(account);
    const change = 'update ledger_loan set fees_cents = 700, late_fees_counted_cents = 700 where id = $1';
    const asked = await askedBy(() => whileWaiting(account, 1_000, () => sql.query(change, [account])));
    expect(asked.filter((name) => /^(collected_payment|begin|commit)/.test(name))).toEqual([
      'begin',
      ...WITHOUT_LOCK,
      'commit',
      expect.stringMatching(/^begin;/),
      'collected_payment.lock_and_claim',
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
});

/** An event's place among all events. */
const ORDER_OF_EVENTS = ['transaction_id', 'oldest_transaction_id', 'position'];

describe('a payment that is written at once and one that is written under the lock', () => {
  /** The rows of the first payment of an account, without what differs between any two payments. */
  async function writtenFor(accountId: string): Promise<unknown> {
    const { rows: ids } = await sql.query(
      'select id, reference_number as number from collected_payment where account_id = $1',
      [accountId],
    );
    const [{ id, number }] = ids;
    const of: Readonly<Record<string, readonly [condition: string, value: string]>> = {
      collected_payment: ['id', id],
      idempotency_record: ['subject_id', id],
      ledger_entry: ['reference_number', number],
      ledger_line: ['reference_number', number],
      ledger_loan: ['id', accountId],
      account: ['id', accountId],
      transaction: ['external_id', number],
      past_due_snapshot: ['account_id', accountId],
      event: ['object_id', id],
    };
    const written = await Promise.all(
      Object.entries(of).map(async ([table, [column, value]]) => {
        const { rows } = await sql.query(
          `select to_jsonb(t) - $2::text[] as row from ${table} t where ${column} = $1`,
          [value, ORDER_OF_EVENTS],
        );
        return [table, rows.map(({ row }) => JSON.stringify(row)).sort()] as const;
      }),
    );
    // Ids, times, digests of keys and bodies, and numbers of entries and transactions of the database.
    const differing =
      /\b[0-9A-HJKMNP-TV-Z]{26}\b|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)?|\b[0-9a-f]{64}\b|\\\\x[0-9a-f]{64}/g;
    return JSON.parse(
      JSON.stringify(Object.fromEntries(written))
        .replaceAll(differing, '~')
        .replaceAll(new RegExp(`(?<!\\d)${number}(?!\\d)`, 'g'), 'N'),
    );
  }

  it('have the same rows and bytes', async () => {
    const body = {
      amount_cents: 12_345,
      payment_method: 'check',
      check_number: 77,
      memo: 'Zeile "eins"',
      external_reference: 'r-1',
    };
    const [one, other] = [await lender.ledgerAccount(OWED), await lender.ledgerAccount(OWED)];
    const atOnce = await api.record(one, body);
    const renewed = () => sql.query('update ledger_loan set status = status where id = $1', [other]);
    const underLock = await whileWaiting(other, body, renewed);
    expect([atOnce.status, underLock.status]).toEqual([201, 201]);
    expect(Object.keys(underLock.json)).toEqual(Object.keys(atOnce.json));
    expect(await writtenFor(other)).toEqual(await writtenFor(one));
  });
});

describe('a payment whose answer from the database is lost', () => {
  it('is found under its key, is recorded once, and is answered 201', async () => {
    const account = await lender.ledgerAccount(OWED);
    const proxy = await lostCommitProxy(instance.databaseUrl, 'collected_payment.record_unlocked', true);
    const pool = createPool(proxy.url, 2, silent);
    const source = subgraphsSource(instance.resources);
    const { recorder } = postings({ ...source, endSchedules, db: new Database(pool) });
    const caller = { ...systemPrincipal('test'), kind: 'api_key', scopes: SCOPES } as const;
    const request = {
      accountId: account,
      idempotencyKey: newId(),
      body: { amount_cents: 500, payment_method: 'cash' },
    };
    try {
      const { answer } = await recorder.record(caller, request);
      expect([proxy.lost(), answer.status]).toEqual([1, 201]);
      expect((await recorder.record(caller, request)).answer).toEqual(answer);
    } finally {
      await pool.end();
      await proxy.close();
    }
    expect(await rowsOf(account)).toEqual({ payments: 1, entries: 1, transactions: 1 });
  });
});

it('an amount that autopay may charge is found under the lock, with a new version of the loan’s row', async () => {
  const account = await lender.ledgerAccount(OWED);
  const version = async () => (await sql.query('select xmin from ledger_loan where id = $1', [account])).rows[0].xmin;
  const { db, systems } = subgraphsSource(instance.resources);
  const quoted = await quoteFor(db, systems, { accountId: account, organizationId: lender.organizationId });
  const before = await version();
  const today = servicingDate(systemClock.now());
  const chargeable = await db.transaction((tx) => chargeableAmountFor(tx, systems, quoted, 500, today));
  expect(chargeable).toEqual({ kind: 'room', amountCents: 500 });
  expect(await version()).not.toBe(before);
});

it('two requests with one key that both wait for the loan are one payment, and neither waits for the other’s key', async () => {
  const account = await lender.ledgerAccount(OWED);
  const key = newId();
  const body = { amount_cents: 1_000, payment_method: 'cash' };
  await sql.query('begin');
  await sql.query('select 1 from ledger_loan where id = $1 for update', [account]);
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const waits = async () => (await instance.resources.pool.query(waiting)).rowCount;
  const first = api.record(account, body, key);
  await expect.poll(waits).toBe(1);
  const second = api.record(account, body, key);
  await expect.poll(waits).toBe(2);
  await sql.query('commit');
  const answers = await Promise.all([first, second]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await rowsOf(account)).toEqual({ payments: 1, entries: 1, transactions: 1 });
});

describe('thirty who pay on one loan at once', () => {
  it('are each recorded once, up to what is owed, whatever way they take', async () => {
    const account = await lender.ledgerAccount(3_000);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => api.record(account, { amount_cents: 110, payment_method: 'cash' })),
    );
    const statuses = answers.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 201).length,
      statuses.filter((status) => status === 422).length,
    ]).toEqual([27, 3]);
    expect(await rowsOf(account)).toEqual({ payments: 27, entries: 27, transactions: 27 });
    const { rows } = await sql.query('select principal_cents from ledger_loan where id = $1', [account]);
    expect(rows).toEqual([{ principal_cents: '30' }]);
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
