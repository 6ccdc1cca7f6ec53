import type { LifecycleEventType } from '../../core/contract/account.js';
import type { IsoInstant } from '../../core/time/dates.js';
import type { NormalizedLifecycleEvent, PastDuePosition } from '../../loan-model/projection/account-change.js';
import type { LedgerStatus, Loan } from '../loan.js';

/**
 * The status that follows from what is owed. Pending and closed are left only by an act of their own. What was charged off and
 * then recovered in full is closed: it was a loss, and never paid in full.
 */
export function statusOf(loan: Loan, position: PastDuePosition): LedgerStatus {
  if (loan.status === 'pending' || loan.status === 'closed') return loan.status;
  const owesNothing = loan.principalCents === 0 && loan.interestCents === 0 && loan.feesCents === 0;
  if (loan.chargedOffOn !== null) return owesNothing ? 'closed' : 'charged_off';
  if (owesNothing) return 'paid_in_full';
  return position.pastDueCents > 0 ? 'delinquent' : 'active';
}

/** The lifecycle event of a move from one status to another: one at most. */
export function lifecycleEvents(
  from: LedgerStatus,
  to: LedgerStatus,
  occurredAt: IsoInstant,
): readonly NormalizedLifecycleEvent[] {
  return from === to ? [] : [{ type: eventType(from, to), fromStatus: from, toStatus: to, occurredAt }];
}

function eventType(from: LedgerStatus, to: LedgerStatus): LifecycleEventType {
  // Leaving "paid in full", or "closed" by recovery, means that a payment which had brought the loan there was taken back.
  if ((from === 'paid_in_full' && to !== 'closed') || from === 'closed') return 'reopened';
  // So does being charged off no more.
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
