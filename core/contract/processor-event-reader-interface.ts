import type { Temporal } from 'temporal-polyfill';

/** A notice that something has changed; the new state is then requested from the processor. */
export interface ProcessorNotice {
  /** Identifies the notice, so that a repetition is recognized. */
  readonly externalId: string;
  /** The processor's name for it. */
  readonly type: string;
  /** The charge or the stored card to request; null: this type is not relevant to us. */
  readonly about: { readonly kind: 'charge' | 'method'; readonly id: string } | null;
}

export interface SignedCall {
  /** The raw bytes, because the signature covers them. */
  readonly rawBody: Buffer;
  /** The header `Stripe-Signature`; undefined if it is missing or repeated. */
  readonly signature: string | undefined;
  readonly receivedAt: Temporal.Instant;
}

export type ReadEvent =
  | { readonly kind: 'genuine'; readonly hint: ProcessorNotice }
  | { readonly kind: 'forged' }
  /** Correctly signed, but without a usable subject. `thin_event`: Stripe's form that contains only an id. */
  | { readonly kind: 'unreadable'; readonly reason: 'thin_event' | 'not_an_event' };

/** Verifies the sender of a processor's event, then reads it. */
export interface ProcessorEventReader {
  /** The processor's code. */
  readonly processor: string;
  read(call: SignedCall): Promise<ReadEvent>;
}
