import type { Queries } from '../../../../core/db/database.js';
import { enqueue } from '../../../../core/jobs/job-types-and-enqueue.js';
import type { Key } from '../run/run-under-schedule-lock.js';

/** Queues a correction for a worker after `inMs`. @param waiting - what happens to a job that is already queued. */
export function enqueueCorrection(
  queries: Queries,
  { organizationId, id }: Key,
  inMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const timing = { delayMs: inMs, key: `autopay_correction:${organizationId}:${id}`, waiting };
  return enqueue(queries, 'autopay_correction', { organizationId, id }, timing);
}
