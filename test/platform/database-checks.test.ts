import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../core/db/database.js';
import { databaseChecks } from '../../core/db/database-checks.js';
import { createPool } from '../../core/db/pool.js';
import { readinessOf } from '../../core/health/readiness.js';
import { systemClock } from '../../core/time/clock.js';
import { readMigrations } from '../../runtime/migrate/migrations-folder.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { silent } from '../support/identity.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, 4, silent);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const checks = (seconds = 0, onlyReads = false) =>
  databaseChecks({
    db: new Database(pool),
    clock: { now: () => systemClock.now().add({ seconds }) },
    toleranceSeconds: 30,
    onlyReads,
    migrations: () => readMigrations(),
  });

it.each([0, 20, -20])('a clock %d s off is close enough, either way', async (seconds) => {
  const everything = { database: 'ok', 'database writes': 'ok', clock: 'ok', migrations: 'ok', queue: 'ok' };
  expect(await readinessOf(checks(seconds))).toEqual({ isReady: true, checks: everything });
});

it.each([
  [60, '60 s ahead of'],
  [-60, '60 s behind'],
])('a clock %d s off is not: the part reports it', async (seconds, off) => {
  const clock = `failed: our clock is ${off} the database’s (CLOCK_TOLERANCE_SECONDS)`;
  expect(await readinessOf(checks(seconds))).toMatchObject({ isReady: false, checks: { database: 'ok', clock } });
});

it('writes at most once in five seconds, however often it is called, and more than a page each time', async () => {
  const asked = checks();
  const written = async () =>
    (await pool.query('select beaten_at, octet_length(padding) as bytes from heartbeat')).rows;
  await readinessOf(asked);
  const first = await written();
  expect(first).toMatchObject([{ bytes: 8_192 }]);
  for (let n = 0; n < 20; n += 1) await readinessOf(asked);
  expect(await written()).toEqual(first);
});

it('is not run for a part that never writes: its database may be a replica', async () => {
  expect((await readinessOf(checks(0, true))).checks).not.toHaveProperty('database writes');
});
