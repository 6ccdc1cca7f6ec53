import { setTimeout as sleep } from 'node:timers/promises';
import { derived, type RowOf } from '../db/columns.js';
import type { Database } from '../db/database.js';
import { statement } from '../db/statement.js';
import type { Logger } from '../logging/logger.js';
import { systemPrincipal } from '../principal/principal.js';
import { GoneWorkers } from './gone-workers.js';
import { deleteReplacedJobs, type ReplacedJob } from './replaced-jobs.js';
import { WORKER_LOCK_CLASS } from './worker-locks.js';

/**
 * Workers that hold a job but not their advisory lock. This takes the lock until the transaction ends, so a worker that
 * comes back waits for the result. The lock is shared, so that several processes can check at once.
 */
const missing = statement({
  name: 'jobs.missing_workers',
  unscoped: 'job_queue',
  takes: { signOfLife: 'int4' },
  gives: derived({ id: 'text' }),
  text: ({ p }) => `
    with holders as materialized (
      select locked_by as id from graphile_worker._private_jobs where locked_at is not null
      union select locked_by from graphile_worker._private_job_queues where locked_at is not null)
    select id from holders where pg_try_advisory_xact_lock_shared(${p.signOfLife}::int, hashtext(id))`,
});

const GIVEN_BACK = derived({ id: 'text', name: 'text', isGivenUp: 'bool' });
type GivenBack = RowOf<typeof GIVEN_BACK>;

/**
 * Marks the try of a gone worker as failed, with the reason. A job after its last try is given up: it is listed and can
 * be retried.
 */
const markFailed = statement({
  name: 'jobs.mark_failed_of_workers',
  unscoped: 'job_queue',
  takes: { ids: 'text[]', error: 'text' },
  gives: GIVEN_BACK,
  text: ({ p }) => `
    update graphile_worker._private_jobs j set last_error = ${p.error}::text, updated_at = now()
      from graphile_worker._private_tasks t
     where j.locked_by = any(${p.ids}::text[]) and t.id = j.task_id
    returning j.id::text as id, t.identifier as name, j.attempts >= j.max_attempts as "isGivenUp"`,
});

const unlock = statement({
  name: 'jobs.unlock_workers',
  unscoped: 'job_queue',
  takes: { ids: 'text[]' },
  gives: derived({ done: 'text' }),
  text: ({ p }) => `select graphile_worker.force_unlock_workers(${p.ids}::text[])::text as done`,
});

/** The `error` of a job whose worker is gone: it was killed, or it is running but lost its lock in a failover. */
export const WORKER_GONE = 'the worker ended, or lost its lock, while it worked on this job';

const QUEUE = systemPrincipal('jobs');

interface Look {
  readonly givenBack: readonly GivenBack[];
  readonly replaced: readonly ReplacedJob[];
}

/**
 * One check: gives back the jobs of workers that were missed often enough. Jobs of a running worker with its lock are
 * never touched.
 */
async function lookOnce(db: Database, gone: GoneWorkers): Promise<Look> {
  return db.transaction(async (tx) => {
    const missed = await tx.many(QUEUE, missing, { signOfLife: WORKER_LOCK_CLASS });
    const ids = gone.look(missed.map(({ id }) => id));
    const replaced = await deleteReplacedJobs(tx, ids);
    if (ids.length === 0) return { givenBack: [], replaced };
    const givenBack = await tx.many(QUEUE, markFailed, { ids, error: WORKER_GONE });
    await tx.many(QUEUE, unlock, { ids });
    return { givenBack, replaced };
  });
}

/** Checks after each pause until `stop`. The library itself waits four hours before it gives a job back. */
export function keepReleasingJobs(db: Database, pauseMs: number, logger: Logger): { stop(): Promise<void> } {
  const ending = new AbortController();
  const gone = new GoneWorkers();
  const look = async () => {
    const { givenBack, replaced } = await lookOnce(db, gone);
    for (const { id, name, isGivenUp } of givenBack) {
      logger.warn({ job: name, job_id: id, given_up: isGivenUp }, WORKER_GONE);
    }
    for (const { id, name } of replaced) {
      logger.info({ job: name, job_id: id }, 'a job was deleted because a newer job with its key had replaced it');
    }
  };
  const looking = (async () => {
    while (!ending.signal.aborted) {
      await look().catch((error: unknown) =>
        logger.warn({ err: error }, 'the check for jobs of gone workers failed; it is repeated'),
      );
      await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await looking;
    },
  };
}
