import type { Transaction } from '../core/db/database.js';
import { isoInstant } from '../core/time/dates.js';
import { applyChange } from '../loan-model/projection/apply-change.js';
import type { ProjectionContext } from '../loan-model/projection/projection-context.js';
import type { ClosedDays } from './operations/close-days.js';
import { endOfDay } from './rules/business-day.js';
import { writeAct } from './write-loan-operation.js';

/** Writes the changes from closing a loan's days, day by day, into the journal and the normalized model. */
export async function writeClosedDays(
  tx: Transaction,
  projecting: ProjectionContext,
  accountId: string,
  { changes }: ClosedDays,
): Promise<void> {
  const postedAt = isoInstant(projecting.clock.now());
  for (const { closedOn, before, loan, entries, position } of changes) {
    const act = {
      accountId,
      before,
      loan,
      entries,
      position,
      postedAt,
      occurredAt: endOfDay(closedOn),
      receivedAt: postedAt,
    };
    const posted = await writeAct(tx, act);
    if (posted === 'reference_in_use') throw new Error('day-end posts without an external reference');
    await applyChange(tx, projecting, posted.change);
  }
}
