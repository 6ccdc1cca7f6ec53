import type { RequestFault } from '../../../../connectors/card-processors/port.js';
import type { Transaction } from '../../../../core/db/database.js';
import { raiseException } from '../../exceptions/raise-and-close-exceptions.js';
import type { WorkRow } from './run-work.reads.store.js';

/** What the processor refused, and why. */
export interface RefusedRequest {
  readonly attemptId: string;
  readonly processor: string;
  readonly code: string;
  readonly amountCents: number;
  readonly fault: RequestFault;
}

/**
 * Raises an exception because a processor refuses the charge itself: the run has failed, the borrower cannot fix it,
 * and the next date would fail the same way.
 */
export function raiseRefusedRequest(tx: Transaction, run: WorkRow, refused: RefusedRequest): Promise<void> {
  const { attemptId, processor, code, amountCents, fault } = refused;
  const found = { accountId: run.accountId, attemptId, processor, code, amountCents, dueOn: run.dueOn };
  if (!fault.isTooSmall) return raiseException(tx, run, 'autopay_charge_refused', found);
  const least = fault.leastCents === null ? {} : { leastCents: fault.leastCents };
  return raiseException(tx, run, 'autopay_amount_too_small', { ...found, ...least });
}
