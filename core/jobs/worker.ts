import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type TaskList, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker';
import type { Pool } from 'pg';
import { Database } from '../db/database.js';
import { isJobQueueBehind } from '../db/migrate/job-queue.js';
import type { Logger } from '../logger.js';
import { jobs, timed } from '../telemetry/metrics.js';
import { traced } from '../telemetry/traced.js';
import { keepGivingBack } from './give-back.js';
import { type JobHandlers, saysWhose } from './jobs.js';
import { patientPool } from './patient-pool.js';
import { showLife } from './sign-of-life.js';

export interface WorkerSource {
  readonly pool: Pool;
  readonly handlers: JobHandlers;
  /** graphile-worker's crontab, one job a line. */
  readonly crontab: string;
  readonly concurrency: number;
  readonly pollIntervalMs: number;
  /** Between two looks for jobs of workers that are gone; missed four times in a row, a worker is. */
  readonly lifeCheckMs: number;
  readonly logger: Logger;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Works the queue in this process until `stop`; any number of processes may. A runner that fails, as it does when the database
 * goes away at the wrong moment, is started again after pauses that grow while it keeps failing.
 *
 * @throws when the first runner cannot start: then nothing runs.
 */
export async function startWorker(source: WorkerSource): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const working = keepRunning(await startRunner(source), source, stopping.signal);
  const givingBack = keepGivingBack(new Database(source.pool), source.lifeCheckMs, source.logger);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([working, givingBack.stop()]);
    },
  };
}

/** A runner that was started: `failed` settles when it needs to be replaced, `stop` never rejects. */
interface StartedRunner {
  readonly failed: Promise<unknown>;
  stop(): Promise<void>;
}

async function keepRunning(first: StartedRunner, source: WorkerSource, signal: AbortSignal): Promise<void> {
  const stopWanted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  let runner: StartedRunner | undefined = first;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    if (runner !== undefined) {
      const startedAt = performance.now();
      const error = await Promise.race([runner.failed, stopWanted]);
      await runner.stop();
      runner = undefined;
      if (signal.aborted) return;
      source.logger.warn({ err: error }, 'the worker failed; it is started again');
      if (performance.now() - startedAt > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (signal.aborted) return;
    runner = await startRunner(source).catch((error: unknown) => {
      source.logger.warn({ err: error }, 'the worker cannot start yet');
      return undefined;
    });
  }
  await runner?.stop(); // the wish to stop came while it was starting
}

async function startRunner(source: WorkerSource): Promise<StartedRunner> {
  // The package would bring its tables up to date itself: that is for their owner to do, patiently.
  if (await isJobQueueBehind(source.pool)) {
    throw new Error('the job queue in the database is older than this version: run `migrate`');
  }
  const taskList: TaskList = {};
  for (const [name, handler] of Object.entries(source.handlers)) {
    const work = handler as (payload: unknown) => Promise<void>;
    taskList[name] = async (payload) => {
      if (!saysWhose(name, payload)) {
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
  const runner = await run({
    events,
    pgPool: patientPool(source.pool, ending.signal, source.logger),
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
  const life = showLife(source.pool, workerIds, source.logger);
  return {
    // Of its workers, one that cannot write down how its job ended is gone for good, and the runner goes on without it.
    failed: Promise.race([
      runner.promise.catch((error: unknown) => error),
      new Promise((resolve) => runner.events.once('worker:fatalError', ({ error }) => resolve(error))),
    ]),
    stop: async () => {
      ending.abort();
      await runner.stop().catch(() => undefined); // it may have ended by itself
      await life.end();
    },
  };
}
