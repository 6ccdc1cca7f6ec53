import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../core/db/pool.js';
import type { JobHandlers } from '../../core/jobs/jobs.js';
import { startWorker } from '../../core/jobs/worker.js';
import { command } from '../support/command.js';
import { type Ask, graphClient } from '../support/graph.js';
import { type House, openHouse } from '../support/house.js';
import { silent } from '../support/identity.js';
import { operatorToken } from '../support/operators.js';
import { Product } from '../support/process.js';

/* Jobs of workers that were killed: given back within a few looks, be they used up or not; those of a living one never. */

let house: House;
let admin: Ask;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  house = await openHouse({ worker: false });
  const request = { subject: 'ola', role: 'admin', organizationIds: [] } as const;
  admin = graphClient(house.graphqlUrl, await operatorToken(house.resources, request));
  environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: house.databaseUrl,
    TRIBUTARY_DATA_DIR: house.resources.config.TRIBUTARY_DATA_DIR,
  };
});
afterAll(() => house.close());

const query = async (text: string, values: unknown[] = []) => (await house.resources.pool.query(text, values)).rows;
const add = async (name: string, maxAttempts: number): Promise<string> =>
  (
    await query(`select id::text from graphile_worker.add_job($1, '{}'::json, max_attempts => $2)`, [name, maxAttempts])
  )[0].id;
const holderOf = async (id: string): Promise<string | null> =>
  (await query('select locked_by from graphile_worker._private_jobs where id = $1', [id]))[0]?.locked_by ?? null;

/** A process that holds two jobs, the first of which has used all of its tries. */
async function holding() {
  const ids = [await add('delete_expired_keys', 1), await add('match_overdue', 25)] as const;
  const product = new Product({ program: 'test/support/job-process.js', command: [], environment });
  expect(await product.startAndReadLine()).toBe('holds two');
  return { ids, product };
}

async function surviving(handlers: JobHandlers) {
  const pool = createPool(house.databaseUrl, 5, silent);
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

it('after SIGKILL: what has tries left is worked by another; what has none is listed and can be retried; the living keep theirs', async () => {
  const killed = await holding();
  const living = await holding();
  const [usedUp, started] = killed.ids;
  const holders = await Promise.all(living.ids.map(holderOf));
  expect(new Set([...holders, await holderOf(usedUp), await holderOf(started)]).size).toBe(4);
  expect(await listed()).toEqual([]); // all of them are being worked on
  await killed.product.kill();

  const worked: string[] = [];
  const stop = await surviving({
    delete_expired_keys: async () => void worked.push('delete_expired_keys'),
    match_overdue: async () => void worked.push('match_overdue'),
  });
  try {
    await expect.poll(() => worked).toEqual(['match_overdue']);
    // The row goes a moment after its handler has ended.
    const left = () => query('select id from graphile_worker._private_jobs where id = $1', [started]);
    await expect.poll(left).toEqual([]);
    await expect.poll(listed).toEqual([
      {
        id: usedUp,
        name: 'delete_expired_keys',
        attempts: 1,
        maxAttempts: 1,
        isGivenUp: true,
        error: 'the worker ended while it worked on this job',
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

it('one that its queue has taken from a killed worker without a word is listed, and retried by the command line', async () => {
  const id = await add('delete_expired_keys', 1);
  await query('update graphile_worker._private_jobs set attempts = 1 where id = $1', [id]);
  expect(await listed()).toMatchObject([{ id, error: 'the worker ended while it worked on this job' }]);
  const { code, stdout } = await command(['jobs', 'retry', '--all', '--json'], environment);
  expect([code, JSON.parse(stdout).retried]).toMatchObject([0, [{ id, attempts: 0, is_given_up: false }]]);
  expect(await listed()).toEqual([]);
});
