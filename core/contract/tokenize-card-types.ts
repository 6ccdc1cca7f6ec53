import type { CardBrand } from '../cards/card-number.js';

/* The messages between the secure host and a card processor, declared once: neither module imports the other. */

/** As entered: passed on, and never stored or logged. */
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
  /** The id of the future payment method, which prevents a second instrument. */
  readonly reference: string;
  /** The borrower whose instrument it will be. */
  readonly partyId: string;
  /** The processor's id of that borrower, from an earlier instrument. */
  readonly customer: string | null;
  readonly card: CardEntry;
  readonly cardholderName: string;
  readonly billingAddress: BillingAddress;
}

/** An instrument, and the display data that the processor returns. */
export interface TokenizedCard {
  readonly token: string;
  /** The processor's id of the borrower. */
  readonly customer: string | null;
  readonly cardBrand: CardBrand;
  readonly lastFour: string;
  readonly expirationMonth: number;
  readonly expirationYear: number;
}

/**
 * - `tokenized`: there is an instrument, with display data from the processor.
 * - `declined`: final for these card details; `reason` is a code that may be shown.
 * - `unavailable`: not now, or not known: try again with the same reference.
 * - `failed`: our own error (credentials, permissions, a request that the processor rejects as malformed); for
 * operators.
 */
export type TokenizeOutcome =
  | ({ readonly kind: 'tokenized' } & TokenizedCard)
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failed' };
