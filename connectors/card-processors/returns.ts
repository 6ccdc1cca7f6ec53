import type { CardBrand } from '../../core/cards/card-number.js';
import type { DisputeStatus } from '../../core/contract/dispute.js';
import type { ProcessorHint } from '../../core/contract/processor-hint.js';
import type { Cents } from '../../core/money.js';
import type { IsoInstant } from '../../core/time/dates.js';

/**
 * What every card processor can be asked about what became of a charge or of a stored card since. Nothing here moves money: whatever
 * became of a question, it may be asked again.
 */
export interface ProcessorReturns {
  /** How often it is asked what has changed, milliseconds: for what it has not told. */
  readonly pullEveryMs: number;
  /** How a charge stands now, with all that was taken back of it. */
  standingOf(chargeExternalId: string): Promise<FoundStanding>;
  /** A stored card as it is shown now: networks renew cards. */
  storedCard(token: string): Promise<FoundCard>;
  /** What may have changed from an instant on, a page at a time. */
  changes(request: ChangesRequest): Promise<FoundChanges>;
}

export type FoundStanding =
  | { readonly kind: 'found'; readonly standing: ChargeStanding }
  | { readonly kind: 'absent' }
  | Unavailable;

/** `isWell`: it does answer, and takes the question for wrong: a key without the right to it, for example. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly isWell?: boolean;
}

export interface ChargeStanding {
  /** As we named them when it was charged; null: it is none of ours. */
  readonly organizationId: string | null;
  readonly reference: string | null;
  readonly amountCents: Cents;
  readonly refunds: readonly ChargeRefund[];
  readonly disputes: readonly ChargeDispute[];
}

export interface ChargeRefund {
  /** The processor's own identifier of it. */
  readonly externalId: string;
  readonly amountCents: Cents;
  readonly createdAt: IsoInstant;
  /** Whether the money has gone back; not while it is under way, nor after it has failed. */
  readonly isGivenBack: boolean;
}

export interface ChargeDispute {
  /** The processor's own identifier of it. */
  readonly externalId: string;
  readonly status: DisputeStatus;
  readonly reason: string;
  readonly amountCents: Cents;
  /** What the bank has of it now: what it took less what it gave back. */
  readonly withdrawnCents: Cents;
  readonly evidenceDueBy: IsoInstant | null;
  readonly openedAt: IsoInstant;
}

export type FoundCard =
  | { readonly kind: 'found'; readonly card: StoredCard }
  | { readonly kind: 'absent' }
  | Unavailable;

export interface StoredCard {
  /** As we named it when the card was stored; null: it is none of ours. */
  readonly organizationId: string | null;
  /** Null: a brand that we do not take. */
  readonly cardBrand: CardBrand | null;
  readonly lastFour: string;
  readonly expirationMonth: number;
  readonly expirationYear: number;
}

export interface ChangesRequest {
  readonly since: IsoInstant;
  /** The page's, as the one before told it; null: the first. */
  readonly position: string | null;
}

export type FoundChanges =
  | {
      readonly kind: 'page';
      readonly hints: readonly ProcessorHint[];
      /** Of the page after; null: this is the last. */
      readonly next: string | null;
    }
  | Unavailable;

export type { ProcessorHint };
