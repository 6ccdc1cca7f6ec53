import type { Queries } from '../db/database.js';
import { enqueue } from '../jobs/job-types-and-enqueue.js';

export interface ApprovalKey {
  readonly id: string;
  readonly organizationId: string;
}

/** Queues an approved act for a worker after `inMs`. @param waiting - what happens to a job that is already queued */
export function enqueueApprovedAct(
  queries: Queries,
  { organizationId, id }: ApprovalKey,
  inMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const timing = { delayMs: inMs, key: `approved_act:${organizationId}:${id}`, waiting };
  return enqueue(queries, 'approved_act', { organizationId, id }, timing);
}
