import type { AccountStatusCode, LifecycleEventType } from '../../core/contract/account-enumerations.js';
import type { TransactionType } from '../../core/contract/transaction-types-and-statuses.js';
import type { Cents } from '../../core/money.js';
import type { IsoDate, IsoInstant } from '../../core/time/dates.js';

/** A change of one account, in normalized terms: written in the same way for every loan system. */
export interface AccountChange {
  readonly organizationId: string;
  readonly accountId: string;
  /** Outstanding principal. */
  readonly currentBalanceCents: Cents;
  readonly statusCode: AccountStatusCode;
  /**
   * Orders the loan system’s answers where they may arrive out of order: the balance and status of an older answer are
   * not applied. Without it the caller holds the loan’s lock.
   */
  readonly version?: number;
  /** The same transaction created the account. */
  readonly isNew?: boolean;
  readonly transactions: readonly NormalizedTransaction[];
  readonly lifecycleEvents: readonly NormalizedLifecycleEvent[];
  /** The past-due position after the change, if the system reports it; recorded only on days when it differs. */
  readonly pastDue?: PastDuePosition;
  /** When the loan was paid out, charged off and paid off, as of after the change, if the system reports it. */
  readonly milestones?: Milestones;
}

export interface Milestones {
  /**
   * The business day on which it was paid out, set by the change that paid it out; without it the account's own date
   * stays.
   */
  readonly originatedOn?: IsoDate;
  /** The business day; null: not charged off. */
  readonly chargedOffOn: IsoDate | null;
  /** The business day; null: not paid off. */
  readonly paidOffOn: IsoDate | null;
}

/** The contract defines each type and the sign of its amount. */
export type NormalizedTransactionType = TransactionType;

export interface NormalizedTransaction {
  /** The identifier inside the loan system; unique within the account. */
  readonly externalId: string;
  readonly type: NormalizedTransactionType;
  /** Null: unknown (legacy), never zero. */
  readonly amountCents: Cents | null;
  readonly effectiveAt: IsoDate | null;
  /** The day in New York on which it was recorded, if the system reports it. */
  readonly receivedOn?: IsoDate;
  readonly status: 'posted' | 'reversed' | null;
  /** External id of the transaction that this one reverses; that transaction becomes `reversed`. */
  readonly originalExternalId: string | null;
  /** External ids of further transactions that also become `reversed`: the loss changes that belong to a charge-off. */
  readonly alsoReversesExternalIds?: readonly string[];
  /** External id of the payment whose allocation a reallocation moves. */
  readonly reallocatesExternalId?: string;
  /** External id of the reversal that caused this reallocation or loss change. */
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
  /**
   * The unpaid part of that installment, with the fees that belong to it; undefined if the system does not report it.
   */
  readonly oldestUnpaidCents?: Cents | null;
  readonly nextDueOn: IsoDate | null;
  readonly nextDueCents: Cents | null;
}
