import { derived, type RowOf } from '../../../../core/db/columns.js';
import type { ListDefinition } from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';
import { WORKER_GONE } from '../../../../core/jobs/release-jobs-of-gone-workers.js';
import { IS_REPLACED } from '../../../../core/jobs/replaced-jobs.js';

/** A job whose last attempt failed. The queue's own tables are not in our schema. */
const FAILED_JOB = derived({
  id: 'text',
  name: 'text',
  key: 'text?',
  attempts: 'int4',
  maxAttempts: 'int4',
  error: 'text',
  runAt: 'timestamptz',
  createdAt: 'timestamptz',
  isGivenUp: 'bool',
});
export type FailedJobRow = RowOf<typeof FAILED_JOB>;

/** No automatic retry is left. A job whose worker is running the last attempt is not given up yet. */
const GIVEN_UP = '(attempts >= max_attempts and locked_at is null)';

/**
 * A job whose attempts were reset keeps its error and has not failed since. A job without an error was never recorded
 * as failed: the queue itself took it from a worker that had ended.
 */
const FAILED = `select id::text as id, task_identifier as name, key, attempts::int4 as attempts,
    max_attempts::int4 as "maxAttempts",
    coalesce(last_error, '${WORKER_GONE}') as error, run_at as "runAt",
    created_at as "createdAt", ${GIVEN_UP} as "isGivenUp"
  from graphile_worker.jobs where attempts > 0 and (last_error is not null or ${GIVEN_UP})
    and not exists (select from graphile_worker._private_jobs j where j.id = jobs.id and ${IS_REPLACED})`;

type Filters = { isGivenUp: boolean | null };
type AfterJob = { afterJob: string };

const failedPage = statement({
  name: 'job.failed_page',
  unscoped: 'job_queue',
  takes: { isGivenUp: 'bool?', afterJob: 'text', limit: 'int8' },
  gives: FAILED_JOB,
  text: ({ p }) => `${FAILED} and id < ${p.afterJob}::text::bigint
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

/** Failed jobs are counted up to this number. */
export const MOST_COUNTED = 10_000;

export const countFailedJobs = statement({
  name: 'job.count_failed',
  unscoped: 'job_queue',
  gives: derived({ retrying: 'int8', givenUp: 'int8' }),
  text: () => `
    select count(*) filter (where not "isGivenUp") as retrying, count(*) filter (where "isGivenUp") as "givenUp"
      from (${FAILED} order by jobs.id desc limit ${MOST_COUNTED}) failed`,
});

export const failedJob = statement({
  name: 'job.failed',
  unscoped: 'job_queue',
  takes: { jobId: 'text' },
  gives: FAILED_JOB,
  text: ({ p }) => `${FAILED} and id = ${p.jobId}::text::bigint`,
});

/**
 * At once, with all attempts reset. The job names its organization or its loan system; some jobs concern all. Returns
 * no row for a job that is running.
 */
export const retryJob = statement({
  name: 'job.retry',
  unscoped: 'job_queue',
  takes: { jobId: 'text' },
  gives: derived({ attempts: 'int4', runAt: 'timestamptz', organizationId: 'text?' }),
  text: ({ p }) => `
    select attempts::int4 as attempts, run_at as "runAt", coalesce(payload->>'organizationId',
        (select s.organization_id from loan_system s where s.code = payload->>'code')) as "organizationId"
      from graphile_worker.reschedule_jobs(array[${p.jobId}::text::bigint], run_at => now(), attempts => 0)`,
});
