import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { createPool } from './pool.js';

const ROLE = 'few_connections';
let database: TestDatabase;
let watcher: pg.Client;
let pool: pg.Pool;

beforeEach(async () => {
  database = await freshDatabase();
  watcher = new pg.Client(database.url);
  await watcher.connect();
  await watcher.query(`create role ${ROLE} login password '${ROLE}'`);
  const url = new URL(database.url);
  [url.username, url.password] = [ROLE, ROLE];
  pool = createPool(url.href, 8, silent);
});
afterEach(async () => {
  await pool.end();
  await watcher.query(`drop role ${ROLE}`);
  await watcher.end();
  await database.drop();
});

const sleep = () => pool.query('select pg_sleep(0.02)');
const many = (count: number, what: () => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, what)).then((answers) =>
    answers.map((answer) => (answer.status === 'fulfilled' ? 'served' : String(answer.reason))),
  );
const served = (count: number) => Array.from({ length: count }, () => 'served');

async function terminate(most: number): Promise<void> {
  await watcher.query(
    'select pg_terminate_backend(pid) from (select pid from pg_stat_activity where usename = $1 limit $2) ended',
    [ROLE, most],
  );
}

it('half of the connections are lost and cannot be reopened: requests queue for the others', async () => {
  expect(await many(8, sleep)).toEqual(served(8));
  expect(pool.totalCount).toBe(8);
  await watcher.query(`alter role ${ROLE} connection limit 4`);
  await terminate(4);
  await expect.poll(() => pool.totalCount).toBe(4);
  expect(await many(60, sleep)).toEqual(served(60));
  const transactions = await many(60, async () => {
    const client = await pool.connect();
    await client.query('select pg_sleep(0.01)').finally(() => client.release());
  });
  expect(transactions).toEqual(served(60));
  expect(pool.totalCount).toBe(4);
});

it('the pool regains its size once connections can be opened again', async () => {
  expect(await many(8, sleep)).toEqual(served(8));
  await watcher.query(`alter role ${ROLE} connection limit 4`);
  await terminate(4);
  await expect.poll(() => pool.totalCount).toBe(4);
  await many(20, sleep);
  await watcher.query(`alter role ${ROLE} connection limit -1`);
  await expect.poll(async () => (await many(8, sleep)).length && pool.totalCount).toBe(8);
});

it('without any connection it fails at once, with the reason', async () => {
  await watcher.query(`alter role ${ROLE} nologin`);
  for (const answer of await many(3, sleep)) expect(answer).toContain('is not permitted to log in');
});
