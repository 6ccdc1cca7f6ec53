import type { Cents } from '../core/money.js';
import type { IsoDate } from '../core/time/dates.js';
import type { Components } from './loan.js';

/** How a boarded loan stood on the day from which it is kept here; what it took before is history, and never replayed. */
export interface Opening extends Components {
  /** Principal and interest paid before, what counted toward the schedule. */
  readonly scheduledPaidCents: Cents;
  readonly chargedOffOn: IsoDate | null;
}

/** The days to which interest ran when something happened. */
export interface AccrualDays {
  /** The day to which the event accrued interest, and does again. */
  readonly on: IsoDate;
  /**
   * The day to which interest had been charged by then: later than `on` after a payoff that owed the interest of that day, and was not
   * taken back yet.
   */
  readonly chargedTo: IsoDate;
}

/**
 * Something that moved a loan's balances. What follows from it (its split, interest, past due) is not stored: it is computed.
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
      /** Whether it is a charge-off from before the boarding that was taken back. */
      readonly isChargeOffUndone: boolean;
    } & AccrualDays);
