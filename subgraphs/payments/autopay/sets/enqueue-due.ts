import type { Queries } from '../../../../core/db/database.js';
import { enqueue, type JobPayloads } from '../../../../core/jobs/job-types-and-enqueue.js';

/** The schedules of one organization that are still to be run, from a position on. */
export type DueOfOrganization = JobPayloads['autopay_due_of_organization'];

/** A job that waits already keeps its time. */
export function enqueueDue(queries: Queries, due: DueOfOrganization, inMs: number): Promise<void> {
  const timing = { delayMs: inMs, key: `autopay_due:${due.organizationId}`, waiting: 'kept' } as const;
  return enqueue(queries, 'autopay_due_of_organization', due, timing);
}
