import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../runtime/migrate/migrate.js';
import { readMigrations } from '../../runtime/migrate/migrations-folder.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* A migration during a long read of the table and incoming payments: it may only delay them. */

const ADDED = {
  name: '29990101000000_added',
  sql: 'alter table collected_payment add column note text',
  checksum: 'added',
};

let instance: TestInstance;
let reader: pg.Client;

beforeAll(async () => {
  instance = await openTestInstance();
  reader = new pg.Client({ connectionString: instance.databaseUrl, application_name: 'a long report' });
  await reader.connect();
});
afterAll(async () => {
  await reader.end();
  await instance.close();
});

it('payments continue while a reader blocks the lock of migrate, and no request fails', async () => {
  const lender = await instance.lender();
  const api = await lender.api();
  const accounts = await Promise.all(Array.from({ length: 8 }, () => lender.ledgerAccount(10_000_000)));
  await reader.query('begin');
  await reader.query('select count(*) from collected_payment');

  let isOver = false;
  const statuses: number[] = [];
  const paying = accounts.map(async (account) => {
    while (!isOver) {
      statuses.push((await api.record(account, { amount_cents: 1 })).status);
      statuses.push((await api.get(`/v1/accounts/${account}/payments?limit=1`)).status);
    }
  });
  const said: string[] = [];
  const tries = () => said.filter((line) => line.includes('tries again')).length;
  const migrated = migrate(instance.databaseUrl, {
    migrations: [...(await readMigrations()), ADDED],
    say: (line) => said.push(line),
  });
  await expect.poll(tries).toBe(2);
  const whileHeld = statuses.length;
  expect(whileHeld).toBeGreaterThan(0);
  await reader.query('commit');
  expect((await migrated).applied).toEqual([ADDED.name]);
  isOver = true;
  await Promise.all(paying);

  expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
  expect(said[0]).toMatch(/^29990101000000_added waits for .*\(a long report, idle in transaction/);
  expect((await reader.query('select note from collected_payment limit 1')).rows).toEqual([{ note: null }]);
});
