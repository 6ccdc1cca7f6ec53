import type { Pool } from 'pg';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { createPool } from '../db/pool.js';
import type { JobHandlers } from './jobs.js';
import { startWorker } from './worker.js';

let database: TestDatabase;
/** Somebody else's session, which holds what the worker wants, and ends its connections. */
let other: pg.Client;
let pool: Pool;

beforeEach(async () => {
  database = await freshDatabase();
  other = new pg.Client(database.url);
  await other.connect();
  pool = createPool(database.url, 6, silent);
});
afterEach(async () => {
  await pool.end();
  await other.end();
  await database.drop();
});

const worker = (handlers: JobHandlers) =>
  startWorker({
    pool,
    handlers,
    crontab: '* * * * * reconcile_overdue',
    concurrency: 1,
    pollIntervalMs: 50,
    logger: silent,
  });
const hold = (table: string) => other.query(`begin; lock table graphile_worker.${table} in access exclusive mode`);
const addJob = () => other.query(`select graphile_worker.add_job('delete_expired_keys', '{}'::json)`);
const isScheduled = async () =>
  (await other.query('select 1 from graphile_worker._private_known_crontabs')).rowCount === 1;

/** Ends the connections that wait for what `other` holds; answers how many there were. */
async function terminateWaiting(queryLike: string): Promise<number> {
  const ended = await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%${queryLike}%`],
  );
  return ended.rowCount ?? 0;
}

// An unhandled rejection fails the run, whichever test is running.
it('a query of the crontab that loses its connection is repeated, and no rejection is left unhandled', async () => {
  await hold('_private_known_crontabs');
  const running = await worker({ reconcile_overdue: async () => {} });
  await expect.poll(() => terminateWaiting('known_crontabs'), { timeout: 5_000 }).toBe(1);
  await other.query('commit');
  await expect.poll(isScheduled, { timeout: 5_000 }).toBe(true);
  await running.stop();
});

it('a worker that cannot write down how its job ended is replaced: the next job is worked', async () => {
  let worked = 0;
  const running = await worker({
    delete_expired_keys: async () => {
      worked += 1;
      if (worked === 1) await hold('_private_jobs');
    },
  });
  await addJob();
  await expect.poll(() => terminateWaiting('_private_jobs'), { timeout: 5_000 }).toBeGreaterThan(0);
  await other.query('commit');
  await addJob();
  await expect.poll(() => worked, { timeout: 10_000 }).toBeGreaterThan(1);
  await running.stop();
});

it('stops while it fails to be started again, and leaves no connection checked out', async () => {
  await hold('_private_known_crontabs');
  const running = await worker({});
  await expect.poll(() => terminateWaiting('known_crontabs'), { timeout: 5_000 }).toBe(1);
  const stopped = running.stop();
  await other.query('commit');
  await stopped;
  expect(pool.totalCount - pool.idleCount).toBe(0);
});
