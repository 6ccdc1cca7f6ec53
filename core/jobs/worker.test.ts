import type { Pool } from 'pg';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { createPool } from '../db/pool.js';
import type { JobHandlers } from './job-types-and-enqueue.js';
import { startWorker } from './worker.js';

let database: TestDatabase;
/** Another session, which holds locks that the worker needs. */
let other: pg.Client;
/**
 * Finds and ends waiting sessions. A separate session, because pg_stat_activity does not change within a transaction.
 */
let watcher: pg.Client;
let pool: Pool;

beforeEach(async () => {
  database = await freshDatabase();
  [other, watcher] = [new pg.Client(database.url), new pg.Client(database.url)];
  await Promise.all([other.connect(), watcher.connect()]);
  pool = createPool(database.url, 6, silent);
});
afterEach(async () => {
  await pool.end();
  await Promise.all([other.end(), watcher.end()]);
  await database.drop();
});

const worker = (handlers: JobHandlers, { concurrency = 1, lifeCheckMs = 60_000 } = {}) =>
  startWorker({
    pool,
    handlers,
    crontab: '* * * * * reconcile_overdue',
    concurrency,
    pollIntervalMs: 50,
    lifeCheckMs,
    logger: silent,
  });
const hold = (table: string) => other.query(`begin; lock table graphile_worker.${table} in access exclusive mode`);
const addJob = () => other.query(`select graphile_worker.add_job('delete_expired_keys', '{}'::json)`);
/** Jobs that were added and are not done. The crontab adds one at each full minute, which only one test handles. */
const undone = async () =>
  (await other.query("select from graphile_worker.jobs where task_identifier <> 'reconcile_overdue'")).rowCount;
const isScheduled = async () =>
  (await other.query('select 1 from graphile_worker._private_known_crontabs')).rowCount === 1;

/** Ends the connections that wait for locks of `other`, but not `other` itself; returns how many there were. */
async function terminateWaiting(queryLike: string): Promise<number> {
  const terminate = `
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like $1 and query not like 'begin; lock table%'`;
  return (await watcher.query(terminate, [`%${queryLike}%`])).rowCount ?? 0;
}

// An unhandled rejection fails the run, whichever test is running.
it('a crontab query that loses its connection is repeated, and no rejection is unhandled', async () => {
  await hold('_private_known_crontabs');
  const running = await worker({ reconcile_overdue: async () => {} });
  await expect.poll(() => terminateWaiting('known_crontabs')).toBe(1);
  await other.query('commit');
  await expect.poll(isScheduled).toBe(true);
  await running.stop();
});

it('a worker that cannot record how its job ended is replaced, and the next job runs', async () => {
  let worked = 0;
  const running = await worker({
    delete_expired_keys: async () => {
      worked += 1;
      if (worked === 1) await hold('_private_jobs');
    },
  });
  await addJob();
  await expect.poll(() => terminateWaiting('_private_jobs')).toBeGreaterThan(0);
  await other.query('commit');
  await addJob();
  await expect.poll(() => worked).toBeGreaterThan(1);
  await running.stop();
});

it('running jobs of other workers delay neither the replacement of a worker nor the job that it held', async () => {
  let end = () => {};
  const long = new Promise<void>((resolve) => {
    end = resolve;
  });
  const worked: string[] = [];
  const handlers: JobHandlers = {
    match_overdue: () => long.then(() => void worked.push('long')),
    delete_expired_keys: async () => {
      worked.push('short');
      if (worked.length === 1) await hold('_private_jobs');
    },
  };
  const running = await worker(handlers, { concurrency: 2, lifeCheckMs: 100 });
  await other.query(`select graphile_worker.add_job('match_overdue')`);
  await addJob();
  await expect.poll(() => terminateWaiting('delete from')).toBeGreaterThan(0);
  await other.query('commit');
  await addJob();
  // The first job runs twice, because its worker could not record that it was done.
  await expect.poll(() => worked).toEqual(['short', 'short', 'short']);
  end();
  await running.stop();
  expect(worked).toEqual(['short', 'short', 'short', 'long']); // stop waits for running jobs
  expect(await undone()).toBe(0);
});

it('a job of an earlier version that names no organization is dropped, and the next one runs', async () => {
  const worked: unknown[] = [];
  const running = await worker({ autopay_run: async (run) => void worked.push(run) });
  const run = { organizationId: 'one', id: 'a run' };
  await other.query(`select graphile_worker.add_job('autopay_run', '{"id":"a run"}'::json)`);
  await other.query("select graphile_worker.add_job('autopay_run', $1::json)", [JSON.stringify(run)]);
  await expect.poll(undone).toBe(0);
  expect(worked).toEqual([run]);
  await running.stop();
});
