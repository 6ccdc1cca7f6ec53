import type { Queries } from '../../../../core/db/database.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import type { LoanReference } from '../../../../loan-model/port.js';
import { closeException, raiseException } from '../../exceptions/raise-and-close-exceptions.js';

const KIND = 'posting_waits_for_recovery';

/** How long a posting may wait for its lender's recovery before an operator is asked to look. */
const CLEAR_WITHIN_MS = 24 * 3_600_000;

interface Waiting {
  readonly id: string;
  readonly organizationId: string;
  readonly openForMs: number;
}

/** Asks an operator to look, once, when a posting of a worker has waited too long for its loan to be clear. */
export async function raiseIfWaitingLong(
  queries: Queries,
  waiting: Waiting,
  { accountId }: Pick<LoanReference, 'accountId'>,
): Promise<void> {
  if (waiting.openForMs > CLEAR_WITHIN_MS) await raiseException(queries, waiting, KIND, { accountId });
}

/** Closes the exception, if there can be one, in the transaction that writes the outcome. */
export async function closeLongWait(queries: Queries, clock: Clock, waiting: Waiting): Promise<void> {
  if (waiting.openForMs <= CLEAR_WITHIN_MS) return;
  await closeException(queries, waiting, KIND, 'The loan system decided it.', isoInstant(clock.now()));
}
