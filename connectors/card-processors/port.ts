import type { CardBrand } from '../../core/cards/card-number.js';
import type { CardEntry, TokenizeOrder, TokenizeOutcome } from '../../core/contract/tokenizing.js';
import type { Cents } from '../../core/money.js';
import type { ChargeListing } from './listing.js';
import type { ProcessorReturns } from './returns.js';

/**
 * What every card processor can do for us, whichever it is. Outcomes are values, not exceptions: whoever charges must say
 * what happens in each case. Only the secure host and the payment jobs may reach a processor.
 */
export interface CardProcessor extends ProcessorReturns {
  /** The code under which it is registered; payment methods name it. */
  readonly code: string;
  /** The longest it may still carry out a request that we have given up on, in milliseconds. */
  readonly settleAfterMs: number;

  /** Makes an instrument of a card, at most once per reference. It moves no money: whatever became of it, it may be asked again. */
  tokenize(order: TokenizeOrder): Promise<TokenizeOutcome>;
  /** Charges a stored instrument off session, at most once per reference. */
  charge(order: ChargeOrder): Promise<ChargeOutcome>;
  /** Looks for the charge that was made under a reference. */
  findCharge(order: ChargeReference): Promise<FoundCharge>;
  /** Gives a charge back whole, at most once per reference: asking again answers what the first answered. */
  refund(order: RefundOrder): Promise<RefundOutcome>;

  /** Set by a processor that tells what it took and gave back. */
  readonly listing?: ChargeListing;
}

export type { CardBrand, CardEntry, TokenizeOrder, TokenizeOutcome };

/** A stored instrument, by the processor's names for it and for the borrower that it belongs to. */
export interface Instrument {
  readonly token: string;
  readonly customer: string | null;
}

export interface ChargeReference {
  readonly organizationId: string;
  /** The attempt's id: makes a second charge impossible and a look possible. */
  readonly reference: string;
  readonly instrument: Instrument;
}

export interface ChargeOrder extends ChargeReference {
  /** How often it was tried under this reference before, and found not to be charged when that could no longer change. */
  readonly triedBefore: number;
  /**
   * A charge under this reference may have been made longer ago than processors keep idempotency keys: by an attempt before, or by
   * one that a restored database has forgotten. It is looked for first.
   */
  readonly mayBeKnown: boolean;
  readonly amountCents: Cents;
  /** Shown to the borrower, where the processor shows one. */
  readonly description: string;
}

export interface Charge {
  /** The processor's own identifier of the charge. */
  readonly externalId: string;
  readonly amountCents: Cents;
}

/** The card is not at fault: the processor refuses the request itself, and would refuse it every time. A person must see to it. */
export interface RequestFault {
  readonly isTooSmall: boolean;
  /** The least amount that the processor charges; null where it is not known, or the amount is not too small. */
  readonly leastCents: Cents | null;
}

/**
 * - `charged`: the money is taken.
 * - `declined`: not taken and never will be under this reference. `isHard`: the same instrument will not do later either
 *   (lost, stolen, closed, revoked), or the request is at fault (`requestFault`): it is not tried again.
 * - `unreachable`: the request never reached the processor (DNS, connection refused, TLS, an open circuit breaker); not taken.
 * - `unknown`: it may or may not have been taken (timeout, reset after sending, 5xx, an unreadable answer).
 */
export type ChargeOutcome =
  | { readonly kind: 'charged'; readonly charge: Charge }
  | {
      readonly kind: 'declined';
      readonly code: string;
      readonly isHard: boolean;
      readonly requestFault?: RequestFault;
    }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unknown' };

/** What a look brought. `pending`: the processor has the request and has not decided yet. */
export type FoundCharge =
  | Extract<ChargeOutcome, { kind: 'charged' | 'declined' }>
  | { readonly kind: 'pending' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unavailable' };

export interface RefundOrder {
  readonly organizationId: string;
  /** Derived from the run: the same for every try. */
  readonly reference: string;
  readonly chargeExternalId: string;
  readonly amountCents: Cents;
}

/** `unavailable`: not known; ask again under the same reference. `refused`: never; for a person to see to. */
export type RefundOutcome =
  | { readonly kind: 'refunded' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unavailable' };
