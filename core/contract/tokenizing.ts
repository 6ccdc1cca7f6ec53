import type { CardBrand } from '../cards/card-number.js';

/*
 * What the secure host and a card processor say to each other, once for both: neither room imports the other.
 */

/** As it was typed in: passed on, and neither kept nor logged by anybody. */
export interface CardEntry {
  /** Digits only. */
  readonly number: string;
  /** 1 to 12. */
  readonly expirationMonth: number;
  /** Four digits. */
  readonly expirationYear: number;
  readonly cvc: string;
}

export interface BillingAddress {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

export interface TokenizeOrder {
  readonly organizationId: string;
  /** The id of the payment method to be: makes a second instrument impossible. */
  readonly reference: string;
  /** The borrower whose instrument it will be. */
  readonly partyId: string;
  /** The processor's name for that borrower, from an earlier instrument. */
  readonly customer: string | null;
  readonly card: CardEntry;
  readonly cardholderName: string;
  readonly billingAddress: BillingAddress;
}

/** An instrument, and what the processor says may be shown of it. */
export interface TokenizedCard {
  readonly token: string;
  /** The processor's name for the borrower. */
  readonly customer: string | null;
  readonly cardBrand: CardBrand;
  readonly lastFour: string;
  readonly expirationMonth: number;
  readonly expirationYear: number;
}

/**
 * - `tokenized`: there is an instrument; what may be shown of it is what the processor says of it.
 * - `declined`: never, with these particulars; `reason` is a code that may be shown.
 * - `unavailable`: not now, or not known: ask again under the same reference.
 * - `failed`: our own fault (credentials, permissions, a request that the processor does not understand); for operators.
 */
export type TokenizeOutcome =
  | ({ readonly kind: 'tokenized' } & TokenizedCard)
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failed' };
