import type { LifecycleEventType } from '../../../../core/contract/account.js';
import type { IsoInstant } from '../../../../core/dates.js';
import type { NormalizedLifecycleEvent, PastDuePosition } from '../../projection/account-change.js';
import type { LedgerStatus, Loan } from '../loan.js';

/** Days past due at which day-end charges a loan off (the FFIEC's uniform policy for closed-end retail loans). */
export const CHARGE_OFF_AT_DAYS_PAST_DUE = 120;

/** The status that follows from what is owed. Pending and closed are left only by an act of their own. */
export function statusOf(loan: Loan, position: PastDuePosition): LedgerStatus {
  if (loan.status === 'pending' || loan.status === 'closed') return loan.status;
  if (loan.principalCents === 0 && loan.interestCents === 0 && loan.feesCents === 0) return 'paid_in_full';
  if (loan.chargedOffOn !== null) return 'charged_off';
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
  // Leaving "paid in full" means that the payment which had paid the loan off was taken back.
  if (from === 'paid_in_full' && to !== 'closed') return 'reopened';
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
