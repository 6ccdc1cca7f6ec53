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

/** One that was given all of its tries anew keeps its error, and has not failed since. */
const FAILED = `select id::text as id, task_identifier as name, key, attempts, max_attempts as "maxAttempts",
    last_error as error, run_at as "runAt", created_at as "createdAt", attempts >= max_attempts as "isGivenUp"
  from graphile_worker.jobs where last_error is not null and attempts > 0`;

type Filters = { isGivenUp: boolean | null };
type AfterJob = { afterJob: string };

const failedPage = statement<Filters & AfterJob & { limit: number }, FailedJobRow>({
  name: 'job.failed_page',
  unscoped: UNSCOPED,
  text: ({ p }) => `${FAILED} and id < ${p.afterJob}::bigint
      and (${p.isGivenUp}::boolean is null or (attempts >= max_attempts) = ${p.isGivenUp})
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
export const retryJob = statement<{ jobId: string }, { id: string }>({
  name: 'job.retry',
  unscoped: UNSCOPED,
  text: ({ p }) => `
    select id::text as id from graphile_worker.reschedule_jobs(array[${p.jobId}::bigint], run_at => now(), attempts => 0)`,
});
