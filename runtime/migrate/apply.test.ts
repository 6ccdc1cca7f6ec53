import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { Product } from '../../test/support/process.js';
import { migrate } from './migrate.js';
import { type Migration, readMigrations } from './migrations-folder.js';
import { nextMigrationSql } from './next-migration.js';

/* How migrations behave beside other sessions, and when they are killed. */

let database: TestDatabase;
let sql: pg.Client;
let known: readonly Migration[];

beforeEach(async () => {
  database = await freshDatabase();
  sql = new pg.Client({ connectionString: database.url, application_name: 'a long report' });
  sql.on('error', () => undefined);
  await sql.connect();
  known = await readMigrations();
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const file = (name: string, text: string): Migration => ({ name: `29990101000000_${name}`, sql: text, checksum: name });
const rows = async (text: string, values: unknown[] = []) => (await sql.query(text, values)).rows;
const killable = (options: object) =>
  new Product({
    program: 'test/support/migrate-process.js',
    command: [JSON.stringify(options)],
    environment: { DATABASE_URL: database.url },
  });

const ADDED = file('added', 'alter table heartbeat add column note text');
const INDEX = file(
  'index',
  '-- Found by note.\ncreate index concurrently "heartbeat_note" on "heartbeat" ("beaten_at");\n',
);
const hasColumn = async () =>
  (await rows(`select 1 from information_schema.columns where table_name = 'heartbeat' and column_name = 'note'`))
    .length === 1;
const recorded = async ({ name }: Migration) =>
  (await rows('select 1 from _prisma_migrations where migration_name = $1', [name])).length;

describe('a lock that another holds', () => {
  test('retries until the time is over; reports the holder, and leaves nothing half done', async () => {
    await sql.query('begin');
    const [{ pid }] = await rows('select pg_backend_pid() as pid from heartbeat right join (select 1) one on true');
    const said: string[] = [];
    const migrated = migrate(database.url, {
      migrations: [...known, ADDED],
      waitMs: 4_000,
      say: (line) => said.push(line),
    });
    const holder = new RegExp(
      `process ${pid} of Postgres \\(a long report, idle in transaction, in a transaction since 20`,
    );
    await expect(migrated).rejects.toThrow(holder);
    expect(said[0]).toMatch(new RegExp(`29990101000000_added waits for ${holder.source}`));
    expect(said[1]).toBe('29990101000000_added lets others pass and tries again in 1 s');
    await sql.query('rollback');
    expect([await hasColumn(), await recorded(ADDED)]).toEqual([false, 0]);
    expect((await migrate(database.url, { migrations: [...known, ADDED] })).applied).toEqual([ADDED.name]);
    expect([await hasColumn(), await recorded(ADDED)]).toEqual([true, 1]);
  });
});

describe('a migration that fails', () => {
  test('is rolled back, and shows the message of Postgres', async () => {
    const wrong = file('wrong', 'alter table heartbeat add column note text; alter table nowhere add column note text');
    await expect(migrate(database.url, { migrations: [...known, wrong] })).rejects.toThrow(
      'migration 29990101000000_wrong cannot be applied: relation "nowhere" does not exist',
    );
    expect([await hasColumn(), await recorded(wrong)]).toEqual([false, 0]);
  });

  test('killed in the middle, it leaves no trace; the next start applies it', async () => {
    const slow = file('added', `${ADDED.sql}; select pg_sleep(60)`);
    const product = killable({ added: slow });
    await product.startAndReadLine();
    await expect
      .poll(() => rows(`select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`))
      .toHaveLength(1);
    await product.kill();
    expect((await migrate(database.url, { migrations: [...known, ADDED] })).applied).toEqual([ADDED.name]);
    expect([await hasColumn(), await recorded(ADDED)]).toEqual([true, 1]);
  });
});

describe('an index that is built CONCURRENTLY', () => {
  const state = () => rows(`select indisvalid as valid from pg_index where indexrelid = to_regclass('heartbeat_note')`);

  test('waits for readers of the table without blocking other sessions, and is valid', async () => {
    await sql.query('begin isolation level repeatable read');
    await sql.query('select 1 from heartbeat');
    const said: string[] = [];
    const migrated = migrate(database.url, { migrations: [...known, INDEX], say: (line) => said.push(line) });
    await expect.poll(() => said).toHaveLength(1);
    expect(said[0]).toMatch(/29990101000000_index waits for process \d+ of Postgres \(a long report/);
    await sql.query('commit');
    expect((await migrated).applied).toEqual([INDEX.name]);
    expect([await state(), await recorded(INDEX)]).toEqual([[{ valid: true }], 1]);
  });

  test('left invalid by an aborted try, it is dropped and built again', async () => {
    await sql.query(INDEX.sql);
    await sql.query(`update pg_index set indisvalid = false where indexrelid = 'heartbeat_note'::regclass`);
    const [{ id }] = await rows(`select 'heartbeat_note'::regclass::oid as id`);
    await migrate(database.url, { migrations: [...known, INDEX] });
    expect([await state(), await recorded(INDEX)]).toEqual([[{ valid: true }], 1]);
    expect(await rows(`select 'heartbeat_note'::regclass::oid as id`)).not.toEqual([{ id }]);
  });

  test('built, but killed before that was recorded: it is not built twice', async () => {
    await sql.query(INDEX.sql);
    const [{ id }] = await rows(`select 'heartbeat_note'::regclass::oid as id`);
    expect((await migrate(database.url, { migrations: [...known, INDEX] })).applied).toEqual([INDEX.name]);
    expect(await rows(`select 'heartbeat_note'::regclass::oid as id`)).toEqual([{ id }]);
    const dropped = file('unwanted', 'drop index concurrently if exists "heartbeat_note"');
    await migrate(database.url, { migrations: [...known, INDEX, dropped] });
    expect([await state(), await recorded(dropped)]).toEqual([[], 1]);
  });

  test('is visible to the tool that writes the next migration', async () => {
    const schema = new URL('../../prisma/schema', import.meta.url).pathname;
    const empty = await emptyDatabase();
    try {
      expect(await nextMigrationSql(empty.url, schema, [...known, INDEX])).toContain('DROP INDEX "heartbeat_note"');
    } finally {
      await empty.drop();
    }
  });
});

describe('a backfill', () => {
  const ROWS = 2_000;
  const filling = {
    name: 'count_once',
    table: 'walked',
    key: ['a', 'b'],
    set: 'n = target.n + 1',
    batchRows: 20,
  } as const;
  const walkedRows = async () =>
    Number((await rows(`select rows_walked as n from backfill where name = 'count_once'`))[0]?.n ?? 0);

  test('killed again and again, it resumes after its last batch: each row is filled once', async () => {
    await sql.query('create table walked (a text, b int, n int not null default 0, primary key (a, b))');
    await sql.query(`insert into walked select 'lender ' || n % 3, n from generate_series(1, ${ROWS}) n`);
    for (let kills = 1; kills <= 3; kills += 1) {
      const before = await rows(`select coalesce(max(rows_walked), 0) as n from backfill where name = 'count_once'`);
      const product = killable({ backfills: [filling] });
      await product.startAndReadLine();
      await expect.poll(walkedRows, { timeout: 20_000, interval: 5 }).toBeGreaterThan(Number(before[0].n));
      await product.kill();
    }
    expect(await walkedRows()).toBeLessThan(ROWS);
    expect((await migrate(database.url, { backfills: [filling] })).backfilled).toEqual(['count_once']);
    expect(await rows('select n, count(*)::int from walked group by n')).toEqual([{ n: 1, count: ROWS }]);
    expect(await walkedRows()).toBe(ROWS);
    expect((await migrate(database.url, { backfills: [filling] })).backfilled).toEqual([]);
  });

  test('fills only the rows that need it', async () => {
    await sql.query('create table walked (a text, b int, n int, primary key (a, b))');
    await sql.query(`insert into walked select 'a', n, nullif(n % 2, 0) from generate_series(1, 100) n`);
    await migrate(database.url, { backfills: [{ ...filling, set: 'n = 7', where: 'target.n is null' }] });
    expect(await rows('select n, count(*)::int from walked group by n order by n')).toEqual([
      { n: 1, count: 50 },
      { n: 7, count: 50 },
    ]);
  });
});
