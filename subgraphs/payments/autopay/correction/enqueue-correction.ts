import type { Queries } from '../../../../core/db/database.js';
import { enqueue } from '../../../../core/jobs/jobs.js';
import type { Key } from '../run/run-lock.js';

/** Has a worker go on with a correction after `inMs`. @param waiting - what becomes of a job that waits already. */
export function enqueueCorrection(
  queries: Queries,
  { organizationId, id }: Key,
  inMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const timing = { delayMs: inMs, key: `autopay_correction:${organizationId}:${id}`, waiting };
  return enqueue(queries, 'autopay_correction', { organizationId, id }, timing);
}
