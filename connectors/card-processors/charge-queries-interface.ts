import type { CardBrand } from '../../core/cards/card-number.js';
import type { DisputeStatus } from '../../core/contract/dispute-statuses.js';
import type { ProcessorNotice } from '../../core/contract/processor-event-reader-interface.js';
import type { Cents } from '../../core/money.js';
import type { IsoInstant } from '../../core/time/dates.js';

/**
 * Queries, for every card processor, what happened to a charge or a stored card later. They move no money, so they may
 * be repeated after any outcome.
 */
export interface ChargeQueries {
  /** How often to ask for changes, in milliseconds, to find those that arrived without a webhook event. */
  readonly pullEveryMs: number;
  /** The current state of a charge, with all its refunds and disputes. */
  standingOf(chargeExternalId: string): Promise<FoundChargeState>;
  /** The current data of a stored card: card networks renew cards. */
  storedCard(token: string): Promise<FoundCard>;
  /** What may have changed since an instant, one page at a time. */
  changes(request: ChangesRequest): Promise<FoundChanges>;
}

export type FoundChargeState =
  | { readonly kind: 'found'; readonly standing: ChargeState }
  | { readonly kind: 'absent' }
  | Unavailable;

/** `isWell`: the processor works but rejects the query as invalid, for example because the key lacks a permission. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly isWell?: boolean;
}

export interface ChargeState {
  /** As we named them in the charge; null: the charge is not one of ours. */
  readonly organizationId: string | null;
  readonly reference: string | null;
  readonly amountCents: Cents;
  readonly refunds: readonly ChargeRefund[];
  readonly disputes: readonly ChargeDispute[];
}

export interface ChargeRefund {
  /** The processor's identifier of the refund. */
  readonly externalId: string;
  readonly amountCents: Cents;
  readonly createdAt: IsoInstant;
  /** Whether the money has gone back to the borrower; false while the refund is pending, and after it has failed. */
  readonly isRefunded: boolean;
}

export interface ChargeDispute {
  /** The processor's identifier of the dispute. */
  readonly externalId: string;
  readonly status: DisputeStatus;
  readonly reason: string;
  readonly amountCents: Cents;
  /** The amount that the bank holds now: withdrawn less reinstated. */
  readonly withdrawnCents: Cents;
  readonly evidenceDueBy: IsoInstant | null;
  readonly openedAt: IsoInstant;
}

export type FoundCard =
  | { readonly kind: 'found'; readonly card: StoredCard }
  | { readonly kind: 'absent' }
  | Unavailable;

export interface StoredCard {
  /** As we named it when the card was stored; null: the card is not one of ours. */
  readonly organizationId: string | null;
  /** Null: a brand that we do not accept. */
  readonly cardBrand: CardBrand | null;
  readonly lastFour: string;
  readonly expirationMonth: number;
  readonly expirationYear: number;
}

export interface ChangesRequest {
  readonly since: IsoInstant;
  /** The previous page's `next`; null for the first page. */
  readonly position: string | null;
}

export type FoundChanges =
  | {
      readonly kind: 'page';
      readonly hints: readonly ProcessorNotice[];
      /** The position of the next page; null: this is the last. */
      readonly next: string | null;
    }
  | Unavailable;

export type { ProcessorNotice };
