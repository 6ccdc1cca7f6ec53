import { derived, type RowOf } from '../db/columns.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import { systemPrincipal } from '../principal/principal.js';

/**
 * SQL: whether a job `j` was replaced by a newer one with its key. When a job with this key is running or was given up,
 * graphile-worker's `add_jobs` removes its key and sets its attempts to the maximum: it never runs again, and its
 * successor is in the queue. There is no other mark. But every job that the product adds has a key (`enqueue` requires
 * one) until its end; only crontab jobs have none, and their payload shows that.
 */
export const IS_REPLACED = `(j.key is null and j.attempts >= j.max_attempts and j.payload->'_cron' is null)`;

const REPLACED = derived({ id: 'text', name: 'text' });
export type ReplacedJob = RowOf<typeof REPLACED>;

/** Skips rows that another worker has locked. */
const deleteReplaced = statement({
  name: 'jobs.delete_replaced',
  unscoped: 'job_queue',
  takes: { goneWorkers: 'text[]' },
  gives: REPLACED,
  text: ({ p }) => `
    delete from graphile_worker._private_jobs d using graphile_worker._private_tasks t
     where t.id = d.task_id and d.id in (
       select j.id from graphile_worker._private_jobs j
        where ${IS_REPLACED} and (j.locked_at is null or j.locked_by = any(${p.goneWorkers}::text[]))
          for update skip locked)
    returning d.id::text as id, t.identifier as name`,
});

const QUEUE = systemPrincipal('jobs');

/**
 * Deletes replaced jobs that no worker runs: their workers are gone, they failed, or an earlier version left them. A
 * replaced job that is still running is deleted by the library when it succeeds, and here otherwise.
 */
export function deleteReplacedJobs(queries: Queries, goneWorkers: readonly string[]): Promise<readonly ReplacedJob[]> {
  return queries.many(QUEUE, deleteReplaced, { goneWorkers });
}
