import type { LifecycleEventType } from '../../core/contract/account-enumerations.js';
import type { IsoInstant } from '../../core/time/dates.js';
import type { NormalizedLifecycleEvent, PastDuePosition } from '../../loan-model/projection/account-change.js';
import type { LedgerStatus, Loan } from '../loan.js';

/**
 * The status that follows from the balances. Pending and closed are left only by an explicit operation. A loan that was
 * charged off and then recovered in full is closed: it was a loss, and never paid in full.
 */
export function statusOf(loan: Loan, position: PastDuePosition): LedgerStatus {
  if (loan.status === 'pending' || loan.status === 'closed') return loan.status;
  const owesNothing = loan.principalCents === 0 && loan.interestCents === 0 && loan.feesCents === 0;
  if (loan.chargedOffOn !== null) return owesNothing ? 'closed' : 'charged_off';
  if (owesNothing) return 'paid_in_full';
  return position.pastDueCents > 0 ? 'delinquent' : 'active';
}

/** The lifecycle event of a change of status: one at most. */
export function lifecycleEvents(
  from: LedgerStatus,
  to: LedgerStatus,
  occurredAt: IsoInstant,
): readonly NormalizedLifecycleEvent[] {
  return from === to ? [] : [{ type: eventType(from, to), fromStatus: from, toStatus: to, occurredAt }];
}

function eventType(from: LedgerStatus, to: LedgerStatus): LifecycleEventType {
  // Leaving "paid in full", or "closed" by recovery, means that the payment which had caused that status was reversed.
  if ((from === 'paid_in_full' && to !== 'closed') || from === 'closed') return 'reopened';
  // So does the end of a charge-off.
  if (from === 'charged_off' && (to === 'active' || to === 'delinquent')) return 'reopened';
  switch (to) {
    case 'active':
      return from === 'pending' ? 'opened' : 'current';
    case 'delinquent':
    case 'charged_off':
    case 'paid_in_full':
    case 'closed':
      return to;
    case 'pending':
      throw new Error('no loan becomes pending again');
  }
}
