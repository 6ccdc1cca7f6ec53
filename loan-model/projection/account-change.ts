import type { AccountStatusCode, LifecycleEventType } from '../../core/contract/account.js';
import type { TransactionType } from '../../core/contract/transaction.js';
import type { Cents } from '../../core/money.js';
import type { IsoDate, IsoInstant } from '../../core/time/dates.js';

/** What changed on one account, in normalized terms: whichever loan system says it, it is written the same way. */
export interface AccountChange {
  readonly organizationId: string;
  readonly accountId: string;
  /** Outstanding principal. */
  readonly currentBalanceCents: Cents;
  readonly statusCode: AccountStatusCode;
  /**
   * Orders the loan system’s answers where they may arrive out of order; balance and status of an older one are not applied.
   * Without it the caller holds the loan’s lock.
   */
  readonly version?: number;
  readonly transactions: readonly NormalizedTransaction[];
  readonly lifecycleEvents: readonly NormalizedLifecycleEvent[];
  /** Past due as it stands after the change, where the system tells; recorded only on the days it differs. */
  readonly pastDue?: PastDuePosition;
  /** When the loan was paid out, charged off and paid off, as it stands after the change, where the system tells. */
  readonly milestones?: Milestones;
}

export interface Milestones {
  /** The business day on which it was paid out, with the change that did so; without it that of the account stays. */
  readonly originatedOn?: IsoDate;
  /** The business day; null: not charged off. */
  readonly chargedOffOn: IsoDate | null;
  /** The business day; null: not paid off. */
  readonly paidOffOn: IsoDate | null;
}

/** What each is, and which way its amount is told, the contract says. */
export type NormalizedTransactionType = TransactionType;

export interface NormalizedTransaction {
  /** The identifier inside the loan system; unique within the account. */
  readonly externalId: string;
  readonly type: NormalizedTransactionType;
  /** Null: unknown (legacy), never zero. */
  readonly amountCents: Cents | null;
  readonly effectiveAt: IsoDate | null;
  /** The day in New York on which it was recorded, where the system tells. */
  readonly receivedOn?: IsoDate;
  readonly status: 'posted' | 'reversed' | null;
  /** External id of the transaction that this one takes back; that one becomes `reversed`. */
  readonly originalExternalId: string | null;
  /** External ids of further transactions that become `reversed` with it: changes of a loss go with the charge-off. */
  readonly alsoReversesExternalIds?: readonly string[];
  /** External id of the payment whose split a reallocation moves. */
  readonly reallocatesExternalId?: string;
  /** External id of the reversal that a reallocation, or a change of a loss, follows from. */
  readonly becauseOfExternalId?: string;
  readonly paymentMethod: string | null;
  readonly reason: string | null;
  readonly principalCents: Cents | null;
  readonly interestCents: Cents | null;
  readonly feesCents: Cents | null;
  readonly endingBalanceCents: Cents | null;
}

export interface NormalizedLifecycleEvent {
  readonly type: LifecycleEventType;
  readonly fromStatus: AccountStatusCode | null;
  readonly toStatus: AccountStatusCode;
  readonly occurredAt: IsoInstant;
}

export interface PastDuePosition {
  readonly asOf: IsoDate;
  readonly pastDueCents: Cents;
  readonly oldestUnpaidOn: IsoDate | null;
  /** What of that installment is unpaid, with the fees that count to it; undefined where the system does not tell. */
  readonly oldestUnpaidCents?: Cents | null;
  readonly nextDueOn: IsoDate | null;
  readonly nextDueCents: Cents | null;
}
