import type { JobHandlers } from '../../core/jobs/jobs.js';
import { enqueueBoarding } from './boarding-intake.js';
import { type BoardingParts, runBoarding } from './run-boarding.js';

/** Steps that one job takes: then others have their turn, and a worker that is to stop does. */
const STEPS = 20;

/** Boardings that have arrived, step by step. A worker that is killed has taken a step or not; the next one goes on. */
export function boardingJobs(parts: BoardingParts) {
  return {
    board_portfolio: async (key) => {
      if (!(await runBoarding(parts, key, { mostSteps: STEPS }))) await enqueueBoarding(parts.db, key, 0);
    },
  } satisfies JobHandlers;
}
