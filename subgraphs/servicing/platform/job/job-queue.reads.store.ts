import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { IS_REPLACED } from '../../../../core/jobs/replaced-jobs.js';

/** The most jobs that are read; the oldest first. */
export const MOST_JOBS = 10_000;

/** The queue by kind of job. Each row also has the number of all jobs that were read. */
export const jobQueue = statement({
  name: 'job.queue',
  unscoped: 'job_queue',
  gives: derived({
    name: 'text',
    waiting: 'int8',
    running: 'int8',
    retrying: 'int8',
    givenUp: 'int8',
    dueSince: 'timestamptz?',
    read: 'int8',
  }),
  text: () => `
    select t.identifier as name,
      count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts) as waiting,
      count(*) filter (where j.locked_at is not null) as running,
      count(*) filter (where j.locked_at is null and j.attempts between 1 and j.max_attempts - 1
        and j.last_error is not null) as retrying,
      count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts and not ${IS_REPLACED}) as "givenUp",
      min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()) as "dueSince",
      sum(count(*)) over ()::bigint as read
    from (select * from graphile_worker._private_jobs order by id limit ${MOST_JOBS + 1}) j
    join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier order by t.identifier`,
});
