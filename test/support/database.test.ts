import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from './database.js';

test('every test file has its own migrated database', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  await query(one.url, `insert into organization (id, display_name, legal_name, dba_name) values ('A', 'A', 'A', 'A')`);
  expect(await query(other.url, 'select id from organization')).toEqual([]);
  await Promise.all([one.drop(), other.drop()]);
  await expect(query(one.url, 'select 1')).rejects.toThrow(/does not exist/);
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}
