import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createPool } from '../../core/db/pool.js';
import { startWorker } from '../../core/jobs/worker.js';
import { silent } from './identity.js';
import { until } from './until.js';

/** Which of a worker's connections is cut, and where. */
export const CUT_POINTS = ['first statement', 'taking a job', 'job completion', 'crontab', 'listening'] as const;
export type CutPoint = (typeof CUT_POINTS)[number];

interface Cut {
  /** Locked, so that the statement waits and can be found. */
  readonly table?: string;
  /** A `like` pattern for the statement. */
  readonly statement: string;
  readonly when: 'at the start' | 'while it works' | 'inside a job';
}

const CUTS: Readonly<Record<CutPoint, Cut>> = {
  'first statement': {
    table: '_private_tasks',
    statement: 'insert into %_private_tasks as tasks (identifier)%',
    when: 'at the start',
  },
  'taking a job': { table: '_private_jobs', statement: '%attempts = jobs.attempts + 1%', when: 'while it works' },
  'job completion': { table: '_private_jobs', statement: 'delete from %_private_jobs as jobs%', when: 'inside a job' },
  crontab: { table: '_private_known_crontabs', statement: '%known_crontabs%', when: 'at the start' },
  listening: { statement: 'LISTEN "jobs:insert"%', when: 'while it works' },
};

const POLL_INTERVAL_MS = 500;
const CONCURRENCY = 4;

/**
 * Starts a worker as the product does, cuts one of its connections, and adds a job.
 *
 * @param databaseUrl - a migrated database on which no other worker runs
 * @returns how long after the cut the job ran, in milliseconds
 * @throws when the job has not run within `withinMs`
 */
export async function recoverOnce(databaseUrl: string, cutPoint: CutPoint, withinMs = 30_000): Promise<number> {
  const { table, statement, when } = CUTS[cutPoint];
  const [holder, watcher] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([holder.connect(), watcher.connect()]);
  const pool = createPool(databaseUrl, CONCURRENCY + 4, silent);
  const ran = new Set<string>();
  const hold = async () => {
    if (table !== undefined) await holder.query(`begin; lock table graphile_worker.${table} in access exclusive mode`);
  };
  const cut = async () => {
    await until(
      async () => (await terminated(watcher, statement, table !== undefined)) > 0,
      `a connection: ${cutPoint}`,
    );
    if (table !== undefined) await holder.query('commit');
  };
  const add = async (): Promise<string> => {
    const key = randomUUID();
    const text = `select graphile_worker.add_job('match_overdue', json_build_object('key', $1::text), job_key => $1)`;
    await watcher.query(text, [key]);
    return key;
  };
  const work = async (payload: unknown) => {
    const { key } = payload as { readonly key: string };
    if (when === 'inside a job' && ran.size === 0) await hold();
    ran.add(key);
  };
  if (when === 'at the start') await hold();
  const worker = await startWorker({
    pool,
    handlers: { match_overdue: work as () => Promise<void>, reconcile_overdue: async () => {} },
    crontab: '* * * * * reconcile_overdue',
    concurrency: CONCURRENCY,
    pollIntervalMs: POLL_INTERVAL_MS,
    lifeCheckMs: 60_000,
    logger: silent,
  });
  try {
    if (when !== 'at the start') {
      const first = await add();
      await until(() => ran.has(first), 'the worker works', withinMs);
      if (when === 'while it works') await hold();
    }
    await cut();
    const cutAt = performance.now();
    const key = await add();
    await until(() => ran.has(key), `a job runs after a cut connection: ${cutPoint}`, withinMs);
    return performance.now() - cutAt;
  } finally {
    await holder.end();
    await worker.stop();
    await Promise.all([watcher.end(), pool.end()]);
  }
}

/**
 * Ends the connections that wait for a lock with this statement, or whose last statement it was. Returns their number.
 */
async function terminated(watcher: pg.Client, statement: string, isWaiting: boolean): Promise<number> {
  const text = `
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like $1
       and (not $2 or wait_event_type = 'Lock')`;
  return (await watcher.query(text, [statement, isWaiting])).rowCount ?? 0;
}
