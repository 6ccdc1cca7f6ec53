import type { Undecided } from '../../exceptions/operator-exception.service.js';
import { isHeldRun } from './held-runs.store.js';

/** A held run must be released or cancelled: if only its exception were closed, the run would stay held unnoticed. */
export const UNDECIDED: Undecided = {
  autopay_run_held: async (tx, principal, { organizationId, subjectId }) => {
    const run = await tx.first(principal, isHeldRun, { organizationId, id: subjectId });
    return run?.isHeld ? 'its run is held: release or cancel the run' : undefined;
  },
};
