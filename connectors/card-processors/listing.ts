import type { Cents } from '../../core/money.js';
import type { IsoInstant } from '../../core/time/dates.js';

/** What a processor took and gave back in a span of time, page by page: for whoever compares it with what is known here. */
export interface ChargeListing {
  /** Charges that took money; those that were declined are none. */
  charges(request: ListRequest): Promise<Listed<ListedCharge>>;
  /** Refunds, whoever asked for them: by us, or in the processor's own dashboard. */
  refunds(request: ListRequest): Promise<Listed<ListedRefund>>;
}

export interface ListRequest {
  /** Whose; a processor that does not keep organizations apart lists everybody's. */
  readonly organizationId: string;
  /** From this instant, and before the other. */
  readonly from: IsoInstant;
  readonly to: IsoInstant;
  /** Null for the first page, then the `next` of the page before. */
  readonly after: string | null;
}

export type Listed<T> =
  | { readonly kind: 'listed'; readonly items: readonly T[]; readonly next: string | null }
  | { readonly kind: 'unavailable' };

export interface ListedCharge {
  /** The processor's own identifier of the charge. */
  readonly externalId: string;
  /** Null: it does not say that it is one of ours. */
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
