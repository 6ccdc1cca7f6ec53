import type { CardBrand } from '../../core/cards/card-number.js';
import type { CardEntry, TokenizeOrder, TokenizeOutcome } from '../../core/contract/tokenize-card-types.js';
import type { Cents } from '../../core/money.js';
import type { ChargeListing } from './charge-listing-interface.js';
import type { ChargeQueries } from './charge-queries-interface.js';

/**
 * The port that every card processor implements. Outcomes are values, not exceptions, so that each caller handles every
 * case. Only the secure host and the payment jobs may call a processor.
 */
export interface CardProcessor extends ChargeQueries {
  /** The code under which the processor is registered; payment methods refer to it. */
  readonly code: string;
  /** The longest time in milliseconds that the processor may still execute a request after we gave up on it. */
  readonly settleAfterMs: number;

  /**
   * Creates an instrument from a card, at most once per reference. It moves no money, so it may be repeated after any
   * outcome.
   */
  tokenize(order: TokenizeOrder): Promise<TokenizeOutcome>;
  /** Charges a stored instrument off session, at most once per reference. */
  charge(order: ChargeOrder): Promise<ChargeOutcome>;
  /** Finds the charge that was made with a reference. */
  findCharge(order: ChargeReference): Promise<FoundCharge>;
  /** Refunds a charge in full, at most once per reference: a repeated request returns the first answer. */
  refund(order: RefundOrder): Promise<RefundOutcome>;

  /** Set by a processor that can list its charges and refunds. */
  readonly listing?: ChargeListing;
}

export type { CardBrand, CardEntry, TokenizeOrder, TokenizeOutcome };

/** A stored instrument: the processor's identifiers of it and of the borrower it belongs to. */
export interface Instrument {
  readonly token: string;
  readonly customer: string | null;
}

export interface ChargeReference {
  readonly organizationId: string;
  /** The attempt's id. It prevents a second charge and lets us find the first. */
  readonly reference: string;
  readonly instrument: Instrument;
}

export interface ChargeOrder extends ChargeReference {
  /** How many earlier tries with this reference were found not to be charged, once that could no longer change. */
  readonly triedBefore: number;
  /**
   * An older charge with this reference may exist, older than processors keep idempotency keys: from an earlier
   * attempt, or from one that a restored database has lost. The adapter looks for it first.
   */
  readonly mayBeKnown: boolean;
  readonly amountCents: Cents;
  /** Shown to the borrower, if the processor shows a description. */
  readonly description: string;
}

export interface Charge {
  /** The processor's identifier of the charge. */
  readonly externalId: string;
  readonly amountCents: Cents;
}

/**
 * The card is not at fault: the processor refuses the request itself and would refuse it every time. A person must fix
 * it.
 */
export interface RequestFault {
  readonly isTooSmall: boolean;
  /** The processor's minimum amount; null if it is unknown, or if the amount is not the problem. */
  readonly leastCents: Cents | null;
}

/**
 * - `charged`: the money is taken.
 * - `declined`: not taken and never will be with this reference. `isHard`: it is not tried again, because the
 *   instrument will not work later either (lost, stolen, closed, revoked) or the request is at fault (`requestFault`).
 * - `unreachable`: the request never reached the processor (DNS, connection refused, TLS, an open circuit breaker), or
 *   there were too many requests (`rateLimit`); not taken.
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
  | { readonly kind: 'unreachable'; readonly rateLimit?: RateLimit; readonly isWell?: true }
  | { readonly kind: 'unknown' };

/** The processor refuses requests because there are too many; `retryAfterMs`: when it says to try again, if it does. */
export interface RateLimit {
  readonly retryAfterMs: number | null;
}

/** The result of a lookup. `pending`: the processor has the request and has not decided yet. */
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

/** `unavailable`: not known; try again with the same reference. `refused`: final; needs a person's decision. */
export type RefundOutcome =
  | { readonly kind: 'refunded' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unavailable' };
