import type { Queries } from '../../../../core/db/database.js';
import { enqueue } from '../../../../core/jobs/job-types-and-enqueue.js';

export interface ActKey {
  readonly id: string;
  readonly organizationId: string;
}

export function keyOf({ id, organizationId }: ActKey): ActKey {
  return { id, organizationId };
}

/** Queues an action for a worker after `inMs`. @param waiting - what happens to a job that is already queued. */
export function enqueueAct(
  queries: Queries,
  { organizationId, id }: ActKey,
  inMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const timing = { delayMs: inMs, key: `tie_out_act:${organizationId}:${id}`, waiting };
  return enqueue(queries, 'tie_out_act', { organizationId, id }, timing);
}
