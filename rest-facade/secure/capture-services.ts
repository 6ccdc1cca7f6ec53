import { z } from 'zod';
import { captureCardBody, captureKey } from '../../core/contract/card-capture.js';
import type { CardBrand } from '../../core/contract/card-number.js';
import type { IsoDate } from '../../core/dates.js';
import { secretDigest, secretFingerprint } from '../../core/idempotency/fingerprint.js';

/** A card and whom it is for, on its way to the card processor. */
export interface TokenizeOrder {
  readonly organizationId: string;
  /** The same for every try of one capture: makes a second instrument impossible. */
  readonly reference: string;
  readonly partyId: string;
  readonly customer: string | null;
  readonly card: CardEntry;
  readonly cardholderName: string;
  readonly billingAddress: BillingAddress;
}

export interface CardEntry {
  readonly number: string;
  readonly expirationMonth: number;
  readonly expirationYear: number;
  readonly cvc: string;
}

export interface BillingAddress {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string;
}

export interface TokenizedCard {
  readonly token: string;
  readonly customer: string | null;
  readonly cardBrand: CardBrand;
  readonly lastFour: string;
  readonly expirationMonth: number;
  readonly expirationYear: number;
}

/** `unavailable` may be tried again; `failed` is our own fault, for operators. */
export type TokenizeOutcome =
  | ({ readonly kind: 'tokenized' } & TokenizedCard)
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failed' };

export interface CaptureSource {
  /** The card processor's code, as payment methods will name it. */
  readonly processor: string;
  readonly tokenize: (order: TokenizeOrder) => Promise<TokenizeOutcome>;
  /** CARD_FINGERPRINT_SECRET. */
  readonly fingerprintSecret: string;
  /** The servicing day. */
  readonly today: () => IsoDate;
}

/** What the secure host captures cards with. */
export type CaptureServices = ReturnType<typeof captureServices>;

export function captureServices({ processor, tokenize, fingerprintSecret, today }: CaptureSource) {
  return {
    processor,
    tokenize,
    fingerprint: (body: Readonly<Record<string, unknown>>) => secretFingerprint(fingerprintSecret, body),
    keyDigest: (key: string) => secretDigest(fingerprintSecret, key),
    request: requestOf(captureCardBody(today)),
    /** The same, but for what depends on the day. */
    lastingRequest: requestOf(captureCardBody()),
  };
}

function requestOf(body: ReturnType<typeof captureCardBody>) {
  return z.object({ header: z.object({ 'Idempotency-Key': captureKey }), body });
}
