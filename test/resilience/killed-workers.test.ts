import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../core/db/pool.js';
import { enqueue, type JobHandlers } from '../../core/jobs/job-types-and-enqueue.js';
import { addQueueGauges } from '../../core/jobs/queue-gauges.js';
import { WORKER_GONE } from '../../core/jobs/release-jobs-of-gone-workers.js';
import { startWorker } from '../../core/jobs/worker.js';
import { command } from '../support/command.js';
import { type Ask, graphClient } from '../support/graph.js';
import { silent } from '../support/identity.js';
import { operatorToken } from '../support/operators.js';
import { Product } from '../support/process.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Jobs of killed workers are given back after a few checks, with or without tries left; jobs of a running worker never are. */

let instance: TestInstance;
let admin: Ask;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  const request = { subject: 'ola', role: 'admin', organizationIds: [] } as const;
  admin = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
  environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: instance.databaseUrl,
    TRIBUTARY_DATA_DIR: instance.resources.config.TRIBUTARY_DATA_DIR,
  };
});
afterAll(() => instance.close());

const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
/** Adds a job with a key, as the product does. */
const add = async (name: string, maxAttempts: number, key: string = randomUUID()): Promise<string> =>
  (
    await query(`select id::text from graphile_worker.add_job($1, '{}'::json, max_attempts => $2, job_key => $3)`, [
      name,
      maxAttempts,
      key,
    ])
  )[0].id;
const holderOf = async (id: string): Promise<string | null> =>
  (await query('select locked_by from graphile_worker._private_jobs where id = $1', [id]))[0]?.locked_by ?? null;

/** Starts a process that holds two jobs; the first one has used all its tries. */
async function holding(keys: readonly [string?, string?] = []) {
  const ids = [await add('delete_expired_keys', 1, keys[0]), await add('match_overdue', 25, keys[1])] as const;
  const product = new Product({ program: 'test/support/job-process.js', command: [], environment });
  expect(await product.startAndReadLine()).toBe('holds two');
  return { ids, product };
}

async function surviving(handlers: JobHandlers) {
  const pool = createPool(instance.databaseUrl, 5, silent);
  const source = { pool, handlers, crontab: '', concurrency: 2, pollIntervalMs: 50, lifeCheckMs: 50, logger: silent };
  const worker = await startWorker(source);
  return async () => {
    await worker.stop();
    await pool.end();
  };
}

const LIST = '{ failedJobs(isGivenUp: true) { items { id name attempts maxAttempts isGivenUp error } } }';
const listed = async () => (await admin(LIST)).json.data.failedJobs.items;
const RETRY = 'mutation ($id: ID!) { retryJob(id: $id) { id attempts isGivenUp } }';

it('after SIGKILL: a job with tries left runs in another worker; one without is listed and can be retried; running workers keep theirs', async () => {
  const killed = await holding();
  const living = await holding();
  const [usedUp, started] = killed.ids;
  const holders = await Promise.all(living.ids.map(holderOf));
  expect(new Set([...holders, await holderOf(usedUp), await holderOf(started)]).size).toBe(4);
  expect(await listed()).toEqual([]); // all of them are running
  await killed.product.kill();

  const worked: string[] = [];
  const stop = await surviving({
    delete_expired_keys: async () => void worked.push('delete_expired_keys'),
    match_overdue: async () => void worked.push('match_overdue'),
  });
  try {
    await expect.poll(() => worked).toEqual(['match_overdue']);
    // The row is deleted a moment after its handler has ended.
    const left = () => query('select id from graphile_worker._private_jobs where id = $1', [started]);
    await expect.poll(left).toEqual([]);
    await expect.poll(listed).toEqual([
      {
        id: usedUp,
        name: 'delete_expired_keys',
        attempts: 1,
        maxAttempts: 1,
        isGivenUp: true,
        error: WORKER_GONE,
      },
    ]);
    const failed = await command(['jobs', 'failed', '--json'], environment);
    expect(JSON.parse(failed.stdout).jobs).toMatchObject([{ id: usedUp, is_given_up: true, attempts: 1 }]);

    expect((await admin(RETRY, { id: usedUp })).json.data.retryJob).toEqual({
      id: usedUp,
      attempts: 0,
      isGivenUp: false,
    });
    await expect.poll(() => worked).toEqual(['match_overdue', 'delete_expired_keys']);
    expect(await listed()).toEqual([]);
    expect(await Promise.all(living.ids.map(holderOf))).toEqual(holders);
  } finally {
    await stop();
    await living.product.kill();
  }
}, 120_000);

it('a job that the queue took from a killed worker without an error is listed, and can be retried with the command line', async () => {
  const id = await add('delete_expired_keys', 1);
  await query('update graphile_worker._private_jobs set attempts = 1 where id = $1', [id]);
  expect(await listed()).toMatchObject([{ id, error: WORKER_GONE }]);
  const { code, stdout } = await command(['jobs', 'retry', '--all', '--json'], environment);
  expect([code, JSON.parse(stdout).retried]).toMatchObject([0, [{ id, attempts: 0, is_given_up: false }]]);
  expect(await listed()).toEqual([]);
});

describe('a running job that was replaced by a newer one with its key', () => {
  beforeEach(async () => {
    await query('delete from graphile_worker._private_jobs'); // also those of killed processes
  });

  /** Adds a job again, as the sweep does every minute. */
  const again = (name: 'delete_expired_keys' | 'match_overdue', key: string) =>
    enqueue(instance.resources.db, name, {}, { delayMs: 0, key });
  const failedGauge = async () => {
    const registry = new Registry();
    addQueueGauges(registry, instance.resources.db);
    const series = 'tributary_queue_jobs{job="match_overdue",state="failed"} ';
    const line = (await registry.metrics()).split('\n').find((candidate) => candidate.startsWith(series));
    return Number(line?.slice(series.length));
  };
  const rows = (ids: readonly string[]) =>
    query(
      'select id::text, attempts = max_attempts as is_used_up from graphile_worker._private_jobs where id = any($1)',
      [ids],
    );

  it('is deleted when its worker was killed: its successor runs, and no job counts as failed', async () => {
    const keys = [randomUUID(), randomUUID()] as const;
    const { ids, product } = await holding(keys);
    await again('delete_expired_keys', keys[0]);
    await again('match_overdue', keys[1]);
    expect(await rows(ids)).toHaveLength(2); // they are held; their successors wait
    await product.kill();
    const worked: string[] = [];
    const stop = await surviving({
      delete_expired_keys: async () => void worked.push('delete_expired_keys'),
      match_overdue: async () => void worked.push('match_overdue'),
    });
    try {
      await expect.poll(() => rows(ids)).toEqual([]);
      await expect.poll(() => worked.toSorted()).toEqual(['delete_expired_keys', 'match_overdue']);
      expect([await listed(), await failedGauge()]).toEqual([[], 0]);
    } finally {
      await stop();
    }
  }, 120_000);

  it('is deleted when it fails; one from an earlier version is deleted at the start', async () => {
    const key = randomUUID();
    const left = await add('match_overdue', 25);
    await query(
      `update graphile_worker._private_jobs set key = null, attempts = max_attempts, last_error = 'failed' where id = $1`,
      [left],
    );
    expect(await failedGauge()).toBe(0);
    const first = await add('match_overdue', 25, key);
    let tries = 0;
    const stop = await surviving({
      match_overdue: async () => {
        tries += 1;
        if (tries > 1) return;
        await again('match_overdue', key);
        throw new Error('it fails');
      },
    });
    try {
      await expect.poll(() => rows([left, first])).toEqual([]);
      await expect.poll(() => tries).toBe(2);
    } finally {
      await stop();
    }
  }, 120_000);

  it('a job without tries left and a crontab job stay, because they were not replaced', async () => {
    const given = await add('match_overdue', 1);
    const [{ id: ofCrontab }] = await query(
      `select id::text from graphile_worker.add_job('match_overdue', '{"_cron":{"ts":"2026-01-15T12:00:00Z"}}', max_attempts => 1)`,
    );
    let tries = 0;
    const stop = await surviving({
      match_overdue: async () => {
        tries += 1;
        throw new Error('it fails');
      },
    });
    try {
      await expect.poll(async () => (await listed()).length).toBe(2);
      // A replaced job is deleted once a whole check has passed.
      const [{ id: replaced }] = await query(
        `select id::text from graphile_worker.add_job('match_overdue', run_at => now() + interval '1 day')`,
      );
      await query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [replaced]);
      await expect.poll(() => rows([replaced])).toEqual([]);
      expect((await rows([given, ofCrontab])).map(({ id }) => id).toSorted()).toEqual([given, ofCrontab].toSorted());
      expect([tries, await failedGauge()]).toEqual([2, 2]);
    } finally {
      await stop();
    }
  }, 120_000);
});
