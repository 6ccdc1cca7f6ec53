import type { JobHandlers } from '../../../../core/jobs/job-types-and-enqueue.js';
import { Comparer } from './comparer.js';
import type { TieOutParts } from './tie-out-parts.js';

/** The tie-out as the worker's jobs. */
export function tieOutJobs(parts: TieOutParts) {
  const looker = new Comparer(parts);
  return {
    tie_out_due: () => looker.watchDue(),
    tie_out_look: (look) => looker.work(look),
  } satisfies JobHandlers;
}
