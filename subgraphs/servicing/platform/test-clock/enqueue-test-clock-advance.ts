import type { Queries } from '../../../../core/db/database.js';
import { enqueue, type JobPayloads, READING_PRIORITY } from '../../../../core/jobs/job-types-and-enqueue.js';

/** Lowest priority, behind all jobs that move money, so that no other organization waits for an advance. */
export function enqueueAdvance(
  on: Queries,
  advance: JobPayloads['test_clock_advance'],
  delayMs: number,
  waiting: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  const timing = { delayMs, key: `test_clock:${advance.organizationId}`, waiting, priority: READING_PRIORITY };
  return enqueue(on, 'test_clock_advance', advance, timing);
}
