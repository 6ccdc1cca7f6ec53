import type { Queries } from '../../../../core/db/database.js';
import { cents } from '../../../../core/money.js';
import type { Clock } from '../../../../core/time/clock.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import type { Posting, PostingOutcome } from '../../../../loan-model/port.js';
import { raiseAgain } from '../../exceptions/raise-and-close-exceptions.js';

interface Subject {
  readonly id: string;
  readonly organizationId: string;
}

/** `code` of the event of a payment that the loan did not owe, or not all of it. */
const OVERPAID = 'overpaid';

function isOverpaid({ overpaidCents = cents(0) }: Posting): boolean {
  return overpaidCents > 0;
}

export function overpaidCode(posting: Posting): string | null {
  return isOverpaid(posting) ? OVERPAID : null;
}

/** The loan system took more than the loan owed: between our quote and our posting it was paid there. */
export async function raiseIfOverpaid(queries: Queries, posted: Subject, posting: Posting): Promise<void> {
  if (!isOverpaid(posting)) return;
  const { overpaidCents = cents(0), referenceNumber } = posting;
  await raiseAgain(queries, posted, 'loan_overpaid', { overpaidCents, referenceNumber });
}

/** One exception for each loan system; open again when it still happens a day after an operator resolved it. */
export async function raiseIfSettingRefused(
  queries: Queries,
  clock: Clock,
  { organizationId, loanSystemCode: id }: { readonly organizationId: string; readonly loanSystemCode: string },
  outcome: PostingOutcome,
): Promise<void> {
  if (outcome.kind !== 'unreachable' || outcome.refusedSetting === undefined) return;
  const detail = { ...outcome.refusedSetting, on: servicingDate(clock.now()) };
  await raiseAgain(queries, { id, organizationId }, 'loan_system_setting_refused', detail);
}
