import type { ListDefinition } from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

const UNSCOPED = 'the queue holds ids only; it stands above organizations';

/** A job whose last try went wrong. */
export interface FailedJobRow {
  readonly id: string;
  readonly name: string;
  readonly key: string | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly error: string;
  readonly runAt: string;
  readonly createdAt: string;
  readonly isGivenUp: boolean;
}

/** It is not tried again by itself. One whose worker works on its last try is not given up yet. */
const GIVEN_UP = '(attempts >= max_attempts and locked_at is null)';

/**
 * One that was given all of its tries anew keeps its error, and has not failed since. One without an error was never written
 * down as failed: the queue itself took it from a worker that had ended.
 */
const FAILED = `select id::text as id, task_identifier as name, key, attempts, max_attempts as "maxAttempts",
    coalesce(last_error, 'the worker ended while it worked on this job') as error, run_at as "runAt",
    created_at as "createdAt", ${GIVEN_UP} as "isGivenUp"
  from graphile_worker.jobs where attempts > 0 and (last_error is not null or ${GIVEN_UP})`;

type Filters = { isGivenUp: boolean | null };
type AfterJob = { afterJob: string };

const failedPage = statement<Filters & AfterJob & { limit: number }, FailedJobRow>({
  name: 'job.failed_page',
  unscoped: UNSCOPED,
  text: ({ p }) => `${FAILED} and id < ${p.afterJob}::bigint
      and (${p.isGivenUp}::boolean is null or ${GIVEN_UP} = ${p.isGivenUp})
    order by jobs.id desc limit ${p.limit}`,
});

/** Newest first. */
export const FAILED_JOBS: ListDefinition<Filters, AfterJob, FailedJobRow> = {
  name: 'failed_jobs',
  statement: failedPage,
  start: { afterJob: '9223372036854775807' },
  positionOf: ({ id }) => ({ afterJob: id }),
};

export const failedJob = statement<{ jobId: string }, FailedJobRow>({
  name: 'job.failed',
  unscoped: UNSCOPED,
  text: ({ p }) => `${FAILED} and id = ${p.jobId}::bigint`,
});

/** At once, and with all of its tries before it. No row comes back for one that is being worked on. */
export const retryJob = statement<{ jobId: string }, Pick<FailedJobRow, 'attempts' | 'runAt'>>({
  name: 'job.retry',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select attempts, run_at as "runAt"
      from graphile_worker.reschedule_jobs(array[${p.jobId}::bigint], run_at => now(), attempts => 0)`,
});
