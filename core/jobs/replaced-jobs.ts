import { derived, type RowOf } from '../db/columns.js';
import type { Queries } from '../db/database.js';
import { statement } from '../db/statement.js';
import { systemPrincipal } from '../principal/principal.js';

/**
 * Whether a job `j` was replaced by a newer one of its key. graphile-worker's `add_jobs` takes the key of a job that is being worked on,
 * or was given up, and sets its attempts to the most there are: it never runs again, and its successor is in the queue. Nothing
 * else marks it. But every job that the product adds has a key (`enqueue` asks for one) and keeps it to its end; only those of
 * the crontab have none, and they say so in their payload.
 */
export const IS_REPLACED = `(j.key is null and j.attempts >= j.max_attempts and j.payload->'_cron' is null)`;

const REPLACED = derived({ id: 'text', name: 'text' });
export type ReplacedJob = RowOf<typeof REPLACED>;

/** Rows that another worker is at are left to it. */
const deleteReplaced = statement({
  name: 'jobs.delete_replaced',
  unscoped: 'the queue holds ids only; it stands above organizations',
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
 * Deletes jobs that were replaced and that no worker is at: their workers are gone, they failed, or an earlier version left them.
 * One that is still worked on is deleted when it ends well, and here otherwise.
 */
export function deleteReplacedJobs(queries: Queries, goneWorkers: readonly string[]): Promise<readonly ReplacedJob[]> {
  return queries.many(QUEUE, deleteReplaced, { goneWorkers });
}
