import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkLoad } from '../../core/db/bulk-load.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { ID_PATTERN } from '../../core/ids/ids.js';
import { createLogger } from '../../core/logging/logger.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { type SeededBulk, seedBulk } from '../../prisma/seed/bulk/seed-bulk.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

const SIZE = { transactions: 120_000, organizations: 3, accounts: 1_200 };

describe('the bulk seeder', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let indexes: unknown[];
  let seeded: SeededBulk;

  beforeAll(async () => {
    database = await freshDatabase();
    pool = createPool(database.url, 2, createLogger('silent', 'test'));
    indexes = await rows(INDEXES);
    const clock = new SimulatedClock('2026-11-18T15:00:00Z');
    seeded = await seedBulk({ db: new Database(pool), databaseUrl: database.url, clock, size: SIZE });
  });

  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test('writes the requested number of rows, with ids that are valid and spread over two years', async () => {
    expect(seeded).toMatchObject({ accounts: SIZE.accounts, transactions: SIZE.transactions });
    expect(await rows('select count(*) as n from transaction')).toEqual([{ n: SIZE.transactions }]);
    expect(await rows('select organization_id from account group by 1 order by 1')).toEqual(
      [...seeded.organizationIds].sort().map((organization_id) => ({ organization_id })),
    );
    const valid = ID_PATTERN.source;
    expect(await rows(`select id from transaction where id !~ '${valid}' limit 1`)).toEqual([]);
    expect(
      await rows(
        "select count(distinct date_trunc('month', sort_on)) as n from transaction where sort_on > '-infinity'",
      ),
    ).toEqual([{ n: 25 }]);
    expect(
      await rows('select id from transaction where effective_at is not null and created_at::date <> effective_at'),
    ).toEqual([]);
  });

  test('has every kind of row that reports distinguish, and rows without an amount or a date', async () => {
    const types = await rows('select distinct type from transaction order by 1');
    expect(types.map(({ type }) => type)).toEqual(['adjustment', 'charge_off', 'nsf', 'payment', 'reversal']);
    expect(await some('transaction where amount_cents is null')).toBe(true);
    expect(await some("transaction where effective_at is null and sort_on = '-infinity'")).toBe(true);
    expect(await some('past_due_snapshot where past_due_cents > 0 and oldest_unpaid_on is not null')).toBe(true);
    expect(await some('account where charged_off_on is not null')).toBe(true);
  });

  test('is consistent: returned payments are reversed, and each account matches its last transaction', async () => {
    const mismatched = `select o.id from transaction r join transaction o on o.id = r.original_transaction_id
      where o.status <> 'reversed' or o.account_id <> r.account_id or o.amount_cents <> -r.amount_cents`;
    expect(await rows(mismatched)).toEqual([]);
    expect(await some("transaction where type = 'nsf' and original_transaction_id is not null")).toBe(true);
    const astray = `select a.id from account a join lateral (select ending_balance_cents from transaction
      where account_id = a.id order by id desc limit 1) t on t.ending_balance_cents <> a.current_balance_cents`;
    expect(await rows(astray)).toEqual([]);
  });

  test('leaves every index as it was', async () => {
    expect(await rows(INDEXES)).toEqual(indexes);
  });

  test('a failed load leaves no rows, and all indexes', async () => {
    const before = await rows('select count(*) as n from transaction');
    const load = bulkLoad(database.url, async ({ copy }) => {
      await copy(
        'organization',
        ['id', 'display_name', 'legal_name', 'dba_name'],
        [['x', 'a\tb\\n', 'two\nlines', '\\N']],
      );
      await copy('transaction', ['id'], [['no organization']], { rebuildsIndexes: true });
    });
    await expect(load).rejects.toThrow(/null value/);
    expect(await rows("select id from organization where id = 'x'")).toEqual([]);
    expect(await rows('select count(*) as n from transaction')).toEqual(before);
    expect(await rows(INDEXES)).toEqual(indexes);
  });

  test('text with tabs, backslashes and line ends is copied unchanged', async () => {
    const hostile = ['a\tb\\n', 'two\nlines\r', '\\N'] as const;
    await bulkLoad(database.url, ({ copy }) =>
      copy('organization', ['id', 'display_name', 'legal_name', 'dba_name'], [['hostile', ...hostile]]),
    );
    const found = await rows("select display_name, legal_name, dba_name from organization where id = 'hostile'");
    expect(found.map((row) => Object.values(row))).toEqual([hostile]);
  });

  async function rows(text: string): Promise<any[]> {
    return (await pool.query(text)).rows;
  }

  async function some(from: string): Promise<boolean> {
    return (await rows(`select from ${from} limit 1`)).length > 0;
  }
});

const INDEXES = "select indexdef from pg_indexes where schemaname = 'public' order by 1";
