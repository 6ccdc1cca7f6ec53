import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { Database } from '../db/database.js';
import { createPool } from '../db/pool.js';
import { addQueueGauges } from './queue-gauges.js';

let database: TestDatabase;
let pool: Pool;
const registry = new Registry();
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, 2, silent);
  addQueueGauges(registry, new Database(pool));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const gauge = async (series: string) => {
  const line = (await registry.metrics()).split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

it('the first scrape shows how long a job is overdue; 0 after it has run', async () => {
  await pool.query(`select graphile_worker.add_job('sync_due', run_at => now() - interval '100 seconds')`);
  expect(await gauge('tributary_queue_overdue_seconds{job="sync_due"}')).toBeGreaterThanOrEqual(100);
  expect(await gauge('tributary_queue_jobs{job="sync_due",state="waiting"}')).toBe(1);
  await pool.query('delete from graphile_worker._private_jobs');
  expect(await gauge('tributary_queue_overdue_seconds{job="sync_due"}')).toBe(0);
});

it('shows when each crontab job was last queued, even without a running worker', async () => {
  await pool.query(`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('autopay_due', '2026-01-01 00:00Z', '2026-01-02 00:00Z'), ('ledger_day_end', '2026-01-01 00:00Z', null)`);
  const lastRun = (job: string) => gauge(`tributary_job_last_run_timestamp_seconds{job="${job}"}`);
  expect(await lastRun('autopay_due')).toBe(Date.UTC(2026, 0, 2) / 1_000);
  expect(await lastRun('ledger_day_end')).toBe(Date.UTC(2026, 0, 1) / 1_000);
});
