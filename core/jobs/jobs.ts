import { setTimeout as sleep } from 'node:timers/promises';
import { type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import { systemPrincipal } from '../auth/principal.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import type { Logger } from '../logger.js';

/** Names of the jobs, and what each is handed. */
export interface JobPayloads {
  reconcile_posting: { kind: PostingKind; id: string };
  reconcile_overdue: Record<string, never>;
  ledger_day_end: Record<string, never>;
  delete_expired_keys: Record<string, never>;
}

export type PostingKind = 'payment' | 'reversal';
export type JobName = keyof JobPayloads;
export type JobHandlers = { readonly [N in JobName]?: (payload: JobPayloads[N]) => Promise<void> };

export interface JobTiming {
  /** Milliseconds from now, by Postgres' clock. */
  readonly delayMs: number;
  /** At most one waiting job per key. */
  readonly key: string;
  /** What becomes of one that waits already; one that is being worked on, or whose worker was killed, stays beside the new one. */
  readonly waiting?: 'replaced' | 'kept';
}

const QUEUE = systemPrincipal('jobs');

const addJob = statement<{ name: string; payload: string; delayMs: number; key: string; mode: string }, { id: number }>(
  {
    name: 'jobs.add',
    unscoped: 'the queue holds ids only; each job reads its rows under a scope',
    text: ({ p }) => `
    select id from graphile_worker.add_job(${p.name}::text, ${p.payload}::json,
      run_at => clock_timestamp() + make_interval(secs => ${p.delayMs}::float8 / 1000), job_key => ${p.key}::text,
      job_key_mode => ${p.mode}::text)`,
  },
);

/** Adds a job inside the caller's transaction: it exists exactly when what it is about exists. */
export async function enqueue<N extends JobName>(
  queries: Queries,
  name: N,
  payload: JobPayloads[N],
  { delayMs, key, waiting = 'replaced' }: JobTiming,
): Promise<void> {
  await queries.first(QUEUE, addJob, { name, payload: JSON.stringify(payload), delayMs, key, mode: MODES[waiting] });
}

const MODES = { replaced: 'replace', kept: 'preserve_run_at' } as const;

export interface WorkerSource {
  readonly pool: Pool;
  readonly handlers: JobHandlers;
  /** graphile-worker's crontab, one job a line. */
  readonly crontab: string;
  readonly concurrency: number;
  readonly pollIntervalMs: number;
  readonly logger: Logger;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Works the queue in this process until `stop`; any number of processes may. A runner that ends by itself (it does when the
 * database is gone at the wrong moment) is started again, with growing pauses.
 */
export async function startWorker(source: WorkerSource): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let runner = await startRunner(source);
  const working = (async () => {
    for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await runner.promise.catch((error: unknown) =>
        source.logger.warn({ err: error }, 'the worker ended; it is started again'),
      );
      if (stopping.signal.aborted) return;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      runner = await startRunner(source).catch((error: unknown) => ended(error));
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await runner.stop().catch(() => undefined); // it may have ended by itself already
      await working;
    },
  };
}

type RunnerLike = Pick<Runner, 'promise' | 'stop'>;

/** A runner that could not even start: the loop treats it as one that has ended. */
function ended(error: unknown): RunnerLike {
  return { promise: Promise.reject(error), stop: async () => {} };
}

function startRunner(source: WorkerSource): Promise<RunnerLike> {
  const taskList: TaskList = {};
  for (const [name, handler] of Object.entries(source.handlers)) {
    taskList[name] = (payload) => (handler as (payload: unknown) => Promise<void>)(payload);
  }
  return run({
    pgPool: source.pool,
    taskList,
    crontab: source.crontab,
    concurrency: source.concurrency,
    pollInterval: source.pollIntervalMs,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') source.logger.warn({ job: meta?.['job'] ?? undefined }, message);
      else source.logger.debug(message);
    }),
  });
}
