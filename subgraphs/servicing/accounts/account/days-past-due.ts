import { daysBetween, type IsoDate } from '../../../../core/time/dates.js';

/** Past due as last reported; both null when the loan system has never reported it. */
export interface PastDue {
  readonly pastDueCents: number | null;
  /** The due date of the oldest unpaid installment; null when nothing is past due. */
  readonly oldestUnpaidOn: IsoDate | null;
}

/** Calendar days from the due date of the oldest unpaid installment to `on`; 0 when nothing is past due, null when unknown. */
export function daysPastDue({ pastDueCents, oldestUnpaidOn }: PastDue, on: IsoDate): number | null {
  if (pastDueCents === null) return null;
  if (pastDueCents === 0 || oldestUnpaidOn === null) return 0;
  return Math.max(0, daysBetween(oldestUnpaidOn, on));
}
