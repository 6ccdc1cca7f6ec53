import type { JobHandlers } from '../../core/jobs/job-types-and-enqueue.js';
import { enqueueBoarding } from './boarding-intake.js';
import { type BoardingParts, runBoarding } from './run-boarding.js';

/** Steps per job. Then other jobs get their turn, and a worker that is shutting down can stop. */
const STEPS = 20;

/**
 * Processes boardings whose file has arrived, step by step. A killed worker has either completed a step or not; the
 * next one resumes.
 */
export function boardingJobs(parts: BoardingParts) {
  return {
    board_portfolio: async (key) => {
      if (!(await runBoarding(parts, key, { mostSteps: STEPS }))) await enqueueBoarding(parts.db, key, 0);
    },
  } satisfies JobHandlers;
}
