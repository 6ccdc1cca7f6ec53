import type { Cents } from '../core/money.js';
import type { IsoDate } from '../core/time/dates.js';
import type { Components } from './loan.js';

/** The state of a boarded loan on its cut-over day. Its earlier payments are history and are never replayed. */
export interface Opening extends Components {
  /** Principal and interest paid before, as counted toward the schedule. */
  readonly scheduledPaidCents: Cents;
  readonly chargedOffOn: IsoDate | null;
}

/** The days to which interest had run at the time of an event. */
export interface AccrualDays {
  /** The day to which the event accrued interest, and does again in a replay. */
  readonly on: IsoDate;
  /**
   * The day to which interest had been charged by then. It is later than `on` after a payoff that included the interest
   * of that day and was not reversed yet.
   */
  readonly chargedTo: IsoDate;
}

/**
 * An event that changed a loan's balances. Its results (allocation, interest, past due) are not stored but computed.
 * Fees bear no interest, and a replay accrues none for them.
 */
export type LoanEvent =
  | ({ readonly kind: 'disbursement'; readonly amountCents: Cents } & AccrualDays)
  | { readonly kind: 'fee' | 'late_fee'; readonly amountCents: Cents }
  | ({ readonly kind: 'payment'; readonly amountCents: Cents; readonly referenceNumber: number } & AccrualDays)
  | ({ readonly kind: 'waiver'; readonly interestCents: Cents; readonly feesCents: Cents } & AccrualDays)
  | ({ readonly kind: 'adjustment' } & AccrualDays & Components)
  | ({ readonly kind: 'charge_off'; readonly chargedOffOn: IsoDate; readonly referenceNumber: number } & AccrualDays)
  | ({
      readonly kind: 'opening';
      readonly opening: Opening;
      /** Whether it is a charge-off from before the boarding that was reversed. */
      readonly isChargeOffUndone: boolean;
    } & AccrualDays);
