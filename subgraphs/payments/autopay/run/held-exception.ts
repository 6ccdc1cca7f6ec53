import type { Undecided } from '../../exceptions/operator-exception.service.js';
import { isHeldRun } from './holding.store.js';

/** A held run is released or cancelled: without its exception it would stay held unseen. */
export const UNDECIDED: Undecided = {
  autopay_run_held: async (tx, principal, { organizationId, subjectId }) => {
    const run = await tx.first(principal, isHeldRun, { organizationId, id: subjectId });
    return run?.isHeld ? 'its run is held: release or cancel the run' : undefined;
  },
};
