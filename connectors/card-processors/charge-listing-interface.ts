import type { Cents } from '../../core/money.js';
import type { IsoInstant } from '../../core/time/dates.js';

/** Lists a processor's charges and refunds in a span of time, page by page, for comparison with Tributary's records. */
export interface ChargeListing {
  /** Charges that took money; declined charges are not listed. */
  charges(request: ListRequest): Promise<Listed<ListedCharge>>;
  /** Refunds, whether we or a user of the processor's dashboard made them. */
  refunds(request: ListRequest): Promise<Listed<ListedRefund>>;
}

export interface ListRequest {
  /** The organization to list; a processor that does not separate organizations lists all of them. */
  readonly organizationId: string;
  /** From this instant (inclusive) to the other (exclusive). */
  readonly from: IsoInstant;
  readonly to: IsoInstant;
  /** Null for the first page, then the previous page's `next`. */
  readonly after: string | null;
}

export type Listed<T> =
  | { readonly kind: 'listed'; readonly items: readonly T[]; readonly next: string | null }
  | { readonly kind: 'unavailable' };

export interface ListedCharge {
  /** The processor's identifier of the charge. */
  readonly externalId: string;
  /** Null: the charge has no mark that it is one of ours. */
  readonly organizationId: string | null;
  readonly reference: string | null;
  readonly amountCents: Cents;
  readonly createdAt: IsoInstant;
}

export interface ListedRefund {
  readonly externalId: string;
  readonly chargeExternalId: string;
  readonly amountCents: Cents;
  readonly createdAt: IsoInstant;
}
