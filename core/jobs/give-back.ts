import { setTimeout as sleep } from 'node:timers/promises';
import { derived, type RowOf } from '../db/columns.js';
import type { Database } from '../db/database.js';
import { statement } from '../db/statement.js';
import type { Logger } from '../logging/logger.js';
import { systemPrincipal } from '../principal/principal.js';
import { GoneWorkers } from './gone-workers.js';
import { deleteReplacedJobs, type ReplacedJob } from './replaced-jobs.js';
import { SIGN_OF_LIFE } from './sign-of-life.js';

const UNSCOPED = 'the queue holds ids only; it stands above organizations';

/**
 * Workers that hold a job and show no sign of life. Their locks are free: taken, shared so that others may look too, until the
 * transaction ends, so that a worker that comes back waits for what is made of it.
 */
const missing = statement({
  name: 'jobs.missing_workers',
  unscoped: UNSCOPED,
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

/** A try whose worker is gone counts as failed, with the reason. One that was the last is given up: it is listed, and can be retried. */
const markFailed = statement({
  name: 'jobs.mark_failed_of_workers',
  unscoped: UNSCOPED,
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
  unscoped: UNSCOPED,
  takes: { ids: 'text[]' },
  gives: derived({ done: 'text' }),
  text: ({ p }) => `select graphile_worker.force_unlock_workers(${p.ids}::text[])::text as done`,
});

/** The `error` of a job whose worker is gone. A worker without its lock may have been killed, or live and have lost it in a failover. */
export const WORKER_GONE = 'the worker ended, or could not show that it lives, while it worked on this job';

const QUEUE = systemPrincipal('jobs');

interface Look {
  readonly givenBack: readonly GivenBack[];
  readonly replaced: readonly ReplacedJob[];
}

/** One look: gives back what is held by workers that have been missed often enough; a lock of one that lives is never touched. */
async function lookOnce(db: Database, gone: GoneWorkers): Promise<Look> {
  return db.transaction(async (tx) => {
    const missed = await tx.many(QUEUE, missing, { signOfLife: SIGN_OF_LIFE });
    const ids = gone.look(missed.map(({ id }) => id));
    const replaced = await deleteReplacedJobs(tx, ids);
    if (ids.length === 0) return { givenBack: [], replaced };
    const givenBack = await tx.many(QUEUE, markFailed, { ids, error: WORKER_GONE });
    await tx.many(QUEUE, unlock, { ids });
    return { givenBack, replaced };
  });
}

/** Looks after each pause until `stop`. The library itself waits four hours before it gives a job back. */
export function keepGivingBack(db: Database, pauseMs: number, logger: Logger): { stop(): Promise<void> } {
  const ending = new AbortController();
  const gone = new GoneWorkers();
  const look = async () => {
    const { givenBack, replaced } = await lookOnce(db, gone);
    for (const { id, name, isGivenUp } of givenBack) {
      logger.warn({ job: name, job_id: id, given_up: isGivenUp }, WORKER_GONE);
    }
    for (const { id, name } of replaced) {
      logger.info({ job: name, job_id: id }, 'a job that a newer one of its key had replaced was deleted');
    }
  };
  const looking = (async () => {
    while (!ending.signal.aborted) {
      await look().catch((error: unknown) =>
        logger.warn({ err: error }, 'jobs of gone workers cannot be looked for yet'),
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
