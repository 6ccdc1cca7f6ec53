import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type TaskList, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import { Database } from '../db/database.js';
import type { Logger } from '../logging/logger.js';
import { jobs, timed } from '../telemetry/metrics.js';
import { traced } from '../telemetry/tracing.js';
import { type JobHandlers, namesOrganization } from './job-types-and-enqueue.js';
import { isJobQueueBehind } from './queue-version.js';
import { keepReleasingJobs } from './release-jobs-of-gone-workers.js';
import { retryingPool } from './retrying-pool.js';
import { RunningJobs } from './running-jobs.js';
import { watchForStuckWorkers } from './stuck-workers.js';
import { WorkerLocks } from './worker-locks.js';
import { WorkerPolls } from './worker-polls.js';

export interface WorkerSource {
  readonly pool: Pool;
  readonly handlers: JobHandlers;
  /** graphile-worker's crontab, one job per line. */
  readonly crontab: string;
  readonly concurrency: number;
  readonly pollIntervalMs: number;
  /** The time between two checks for jobs of gone workers; a worker missed four times in a row is gone. */
  readonly lifeCheckMs: number;
  /** Whether a connection leads to a server that a failover has replaced. */
  readonly isStale?: (client: object) => boolean;
  readonly logger: Logger;
  /** Records when the workers poll for jobs, for readiness and metrics. */
  readonly looks?: WorkerPolls;
}

const FIRST_PAUSE_MS = 250;
/** The most old runners that may finish their jobs while a new one runs. */
const MOST_FINISHING = 2;
/** Together with the detection of a stuck worker and the start of a runner, this stays below ten seconds. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Runs the queue's jobs in this process until `stop`; any number of processes may do so. A runner that fails, for
 * example when the database goes away at the wrong moment, is replaced; the pauses grow while failures continue. The
 * new runner does not wait for the old one's running jobs, so for that time more than `concurrency` jobs may be
 * running.
 *
 * @throws when the first runner cannot start; then nothing runs.
 */
export async function startWorker(given: WorkerSource): Promise<{ stop(): Promise<void> }> {
  const source = { ...given, looks: given.looks ?? new WorkerPolls(given.concurrency, given.pollIntervalMs) };
  const stopping = new AbortController();
  const working = keepRunning(await startRunner(source), source, stopping.signal);
  const givingBack = keepReleasingJobs(new Database(source.pool), source.lifeCheckMs, source.logger);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([working, givingBack.stop()]);
    },
  };
}

type FollowedSource = WorkerSource & Required<Pick<WorkerSource, 'looks'>>;

/** A started runner: `failed` resolves when it must be replaced; `stop` waits for its jobs and never rejects. */
interface StartedRunner {
  readonly failed: Promise<unknown>;
  stop(): Promise<void>;
}

async function keepRunning(first: StartedRunner, source: FollowedSource, signal: AbortSignal): Promise<void> {
  const stopWanted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const finishing = new Set<Promise<void>>();
  let runner: StartedRunner | undefined = first;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    if (runner !== undefined) {
      const startedAt = performance.now();
      const error = await Promise.race([runner.failed, stopWanted]);
      const stopped = runner.stop().finally(() => finishing.delete(stopped));
      finishing.add(stopped);
      runner = undefined;
      if (signal.aborted) break;
      source.logger.warn({ err: error }, 'the worker failed; it is started again');
      // Each old runner that finishes its jobs holds connections of the pool, so too many old ones would starve a new
      // one.
      if (finishing.size > MOST_FINISHING) await Promise.race([...finishing, stopWanted]);
      if (performance.now() - startedAt > 2 * LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (signal.aborted) break;
    runner = await startRunner(source).catch((error: unknown) => {
      source.logger.warn({ err: error }, 'the worker cannot start yet');
      return undefined;
    });
  }
  await Promise.all([...finishing, runner?.stop()]); // `runner` may be new: `stop` was called while it was starting
}

async function startRunner(source: FollowedSource): Promise<StartedRunner> {
  // The package would migrate its tables itself; the owner of the database does that, with short lock timeouts.
  if (await isJobQueueBehind(source.pool)) {
    throw new Error('the job queue in the database is older than this version: run `migrate`');
  }
  const taskList: TaskList = {};
  for (const [name, handler] of Object.entries(source.handlers)) {
    const work = handler as (payload: unknown) => Promise<void>;
    taskList[name] = async (payload) => {
      if (!namesOrganization(name, payload)) {
        source.logger.warn({ job: name }, 'a job that names no organization was dropped');
        return;
      }
      await timed(
        jobs,
        { job: name },
        () => 'ok',
        () => traced(`job ${name}`, {}, () => work(payload)),
      );
    };
  }
  const ending = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  const workerIds: string[] = [];
  events.on('worker:create', ({ worker }) => workerIds.push(worker.workerId));
  const deaf = watchForStuckWorkers(events);
  const running = new RunningJobs(events);
  source.looks.follow(events);
  const runner = await run({
    events,
    pgPool: retryingPool(source.pool, ending.signal, source.logger),
    taskList,
    crontab: source.crontab,
    concurrency: source.concurrency,
    pollInterval: source.pollIntervalMs,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') source.logger.warn({ job: meta?.['job'] ?? undefined }, message);
      else source.logger.debug(message);
    }),
  }).catch((error: unknown) => {
    deaf.end();
    throw error;
  });
  const { pool, logger } = source;
  const db = new Database(pool);
  const onShown = async () => {
    const given = await running.givenAway(db).catch((error: unknown) => {
      logger.warn({ err: error }, 'the check whether jobs of this worker were given to others failed');
      return [];
    });
    for (const { id, name } of given) logger.warn({ job: name, job_id: id }, GIVEN_AWAY);
  };
  const life = new WorkerLocks({ pool, workerIds, logger, onShown, isStale: source.isStale });
  // A worker that cannot record how its job ended does not recover; its job is given back while the other workers
  // continue.
  events.on('worker:fatalError', ({ worker }) => life.lose(worker.workerId));
  return {
    failed: Promise.race([
      runner.promise.catch((error: unknown) => error),
      new Promise((resolve) => runner.events.once('worker:fatalError', ({ error }) => resolve(error))),
      deaf.found,
    ]),
    stop: async () => {
      deaf.end();
      ending.abort();
      await runner.stop().catch(() => undefined); // it may have ended already
      await life.end();
    },
  };
}

/** Every job can safely run twice: the handler continues, and its result is recorded once. */
const GIVEN_AWAY = 'this worker lost its lock: a job that it is still running was given to another worker';
