import type { Temporal } from 'temporal-polyfill';

/** That something has changed. What, the processor is asked. */
export interface ProcessorHint {
  /** Names it: the second of the same is nothing new. */
  readonly externalId: string;
  /** In the processor's words. */
  readonly type: string;
  /** The charge, or the stored card, that is to be asked for; null: its type says nothing to us. */
  readonly about: { readonly kind: 'charge' | 'method'; readonly id: string } | null;
}

export interface SignedCall {
  /** The bytes as they came: the signature covers them. */
  readonly rawBody: Buffer;
  /** The header `Stripe-Signature`; undefined: none was sent, or several. */
  readonly signature: string | undefined;
  readonly receivedAt: Temporal.Instant;
}

export type ReadEvent =
  | { readonly kind: 'genuine'; readonly hint: ProcessorHint }
  | { readonly kind: 'forged' }
  /** Signed, and not an event that says what it is about. `thin_event`: Stripe's form that holds an id alone. */
  | { readonly kind: 'unreadable'; readonly reason: 'thin_event' | 'not_an_event' };

/** Reads what a processor posts, once it has verified who sent it. */
export interface ProcessorEventReader {
  /** The processor's code. */
  readonly processor: string;
  read(call: SignedCall): Promise<ReadEvent>;
}
