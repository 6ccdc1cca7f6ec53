import type { Pool } from 'pg';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { until } from '../../test/support/until.js';
import { createPool } from '../db/pool.js';
import type { JobHandlers } from './job-types-and-enqueue.js';
import { startWorker } from './worker.js';
import { WORKER_LOCK_CLASS } from './worker-locks.js';

let database: TestDatabase;
let operator: pg.Client;
const pools: Pool[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  operator = new pg.Client(database.url);
  await operator.connect();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await operator.end();
  await database.drop();
});

const lines: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });

function worker(pool: Pool, handlers: JobHandlers, lifeCheckMs: number, log = silent) {
  const [concurrency, pollIntervalMs] = [1, 50];
  return startWorker({ pool, handlers, crontab: '', concurrency, pollIntervalMs, lifeCheckMs, logger: log });
}

/** A pool that gives out no connection while its gate is shut. */
function gatedPool() {
  const pool = createPool(database.url, 6, silent);
  pools.push(pool);
  let open = () => {};
  let gate: Promise<void> = Promise.resolve();
  const gated = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') {
        return async (callback?: (error: unknown, client?: unknown, release?: unknown) => void) => {
          await gate;
          return callback === undefined ? target.connect() : target.connect(callback);
        };
      }
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const shut = () => {
    gate = new Promise((resolve) => (open = resolve));
  };
  return { pool: gated, shut, open: () => open() };
}

const holders = async (): Promise<readonly number[]> => {
  const text = `select pid from pg_locks where locktype = 'advisory' and granted and classid = $1
    and database = (select oid from pg_database where datname = current_database())`;
  return (await operator.query(text, [WORKER_LOCK_CLASS])).rows.map(({ pid }) => pid);
};
const terminate = (pids: readonly number[]) =>
  operator.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
const ours = async () =>
  (
    await operator.query(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
  ).rows.map(({ pid }): number => pid);
const add = async (): Promise<string> =>
  (await operator.query(`select id::text from graphile_worker.add_job('match_overdue', job_key => 'the job')`)).rows[0]
    .id;

it('a worker that lost the connection of its lock takes the lock again', async () => {
  const running = await worker(gatedPool().pool, { match_overdue: async () => {} }, 60_000);
  const [first] = await until(async () => (await holders()).length > 0 && (await holders()), 'it holds its lock');
  await terminate([first ?? 0]);
  await until(async () => (await holders()).some((pid) => pid !== first), 'it holds its lock again', 10_000);
  await running.stop();
});

it('a running worker that lost its lock notices that its job was given away and logs it; the job’s error is correct', async () => {
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  let taken = 0;
  const cutOff = gatedPool();
  const first = await worker(
    cutOff.pool,
    {
      match_overdue: () => {
        taken += 1;
        return held;
      },
    },
    60_000,
    logger,
  );
  const id = await add();
  await until(() => taken === 1, 'it runs the job');
  await until(async () => (await holders()).length > 0, 'it holds its lock');

  cutOff.shut();
  await terminate(await ours());
  let isDone = false;
  const errors: string[] = [];
  const error = `select last_error from graphile_worker._private_jobs where id = $1`;
  const second = await worker(
    gatedPool().pool,
    {
      match_overdue: async () => {
        errors.push((await operator.query(error, [id])).rows[0]?.last_error);
        isDone = true;
      },
    },
    50,
  );
  await until(() => isDone, 'another worker does the job');
  expect(errors).toEqual(['the worker ended, or lost its lock, while it worked on this job']);

  cutOff.open();
  const GIVEN_AWAY = 'this worker lost its lock: a job that it is still running was given to another worker';
  const line = await until(() => lines.find((candidate) => candidate.includes(GIVEN_AWAY)), 'it notices that');
  expect(JSON.parse(line)).toMatchObject({ job: 'match_overdue', job_id: id });
  end();
  await Promise.all([first.stop(), second.stop()]);
});
