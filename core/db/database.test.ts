import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { systemPrincipal } from '../principal/principal.js';
import { derived } from './columns.js';
import { Database } from './database.js';
import { createPool } from './pool.js';
import { statement } from './statement.js';

const TESTER = systemPrincipal('test');
const ownProcess = statement({
  name: 'test.own_process',
  unscoped: 'reads_no_rows',
  gives: derived({ pid: 'int4' }),
  text: () => 'select pg_backend_pid() as pid',
});

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, 2, silent);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

// Without a listener, the lost connection would raise an uncaught exception, which fails the run.
it('a transaction whose connection ends between two statements fails as service_unavailable, and the process continues', async () => {
  const db = new Database(pool);
  const other = new pg.Client(database.url);
  await other.connect();
  const connected = once(pool, 'connect');
  const broken = db.transaction(async (tx) => {
    const [client] = await connected;
    const lost = new Promise((resolve) => client.once('end', resolve));
    const own = await tx.first(TESTER, ownProcess, {});
    await other.query('select pg_terminate_backend($1)', [own?.pid]);
    await lost;
    return tx.first(TESTER, ownProcess, {});
  });
  await expect(broken).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await db.first(TESTER, ownProcess, {})).toMatchObject({ pid: expect.any(Number) });
  await other.end();
});

it.each([
  '?options=-c%20search_path%3Dpublic%20-c%20TimeZone%3DAmerica%2FNew_York%20-c%20DateStyle%3DGerman',
  '?statement_timeout=0&lock_timeout=0',
])('with %s in the address, instants are still UTC and time limits still apply', async (options) => {
  const withOptions = createPool(`${database.url}${options}`, 1, silent);
  const { rows } = await withOptions.query(`
    select timestamptz '2026-07-01 12:00:00+00' as instant, date '2026-07-01' as day, current_schema() as schema,
      current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`);
  await withOptions.end();
  const patience = { lock: '3s', statement: '15s' };
  expect(rows).toEqual([{ instant: '2026-07-01T12:00:00.000Z', day: '2026-07-01', schema: 'public', ...patience }]);
});
