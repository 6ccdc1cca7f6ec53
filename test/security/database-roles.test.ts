import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The privileges of the product's database role: enough for all its work, but no change to append-only tables. */

let instance: TestInstance;
let lender: Lender;
let owner: pg.Client;
let product: pg.Client;

beforeAll(async () => {
  instance = await openTestInstance();
  lender = await instance.lender();
  owner = new pg.Client(instance.databaseUrl);
  product = new pg.Client(instance.resources.databaseUrl);
  await Promise.all([owner.connect(), product.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), product.end()]);
  await instance.close();
});

const codeOf = (text: string) =>
  product.query(text).then(
    () => 'done',
    (error: pg.DatabaseError) => error.code,
  );
const count = async (table: string) => (await owner.query(`select count(*)::int as n from ${table}`)).rows[0].n;

test('the product records, posts and reverses a payment with a role that owns nothing', async () => {
  const { rows } =
    await product.query(`select current_user as role, rolsuper or rolcreaterole or rolbypassrls as mighty,
      (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user`);
  expect(rows).toEqual([{ role: 'tributary_run', mighty: false, owned: 0 }]);
  const api = await lender.api();
  const account = await lender.ledgerAccount(500_000);
  const paid = await api.record(account, { amount_cents: 12_345, payment_method: 'cash' });
  expect([paid.status, paid.json.status]).toEqual([201, 'posted']);
  const reversed = await api.reverse(paid.json.payment_id, { reason: 'in error', is_nsf: false });
  expect([reversed.status, reversed.json.status]).toEqual([201, 'reversed']);
  const key = newId();
  await owner.query(`insert into audit_log (id, actor, action, subject) values ($1, 'test', 'test', 'test')`, [key]);
});

test.each([
  ['ledger_entry', 'memo'],
  ['ledger_line', 'amount_cents'],
  ['audit_log', 'actor'],
])('%s: no row can be changed or deleted', async (table, column) => {
  const before = await count(table);
  expect(before).toBeGreaterThan(0);
  for (const text of [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `select from ${table} for update`,
    `alter table ${table} disable trigger all`,
    `drop table ${table} cascade`,
  ]) {
    expect([text, await codeOf(text)]).toEqual([text, '42501']);
  }
  expect(await count(table)).toBe(before);
});

test('the journal cannot be changed through the loan that its entries reference', async () => {
  expect(await codeOf(`update ledger_loan set id = id || 'x'`)).toBe('23001');
});

describe('beyond its tables', () => {
  test.each([
    'create table mine (id int)',
    'create schema mine',
    'create role mine',
    `select setval('ledger_entry_reference_number_seq', 1)`,
    'update backfill set rows_walked = 0',
    'delete from _prisma_migrations',
    'set role postgres',
    'alter table graphile_worker._private_jobs disable row level security',
  ])('%s', async (text) => {
    expect(await codeOf(text)).toBe('42501');
  });
});
