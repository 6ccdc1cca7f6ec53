import type { Cents } from '../core/money.js';
import type { IsoDate, IsoInstant } from '../core/time/dates.js';
import type { AccountChange } from './projection/account-change.js';
import type { HeadPage, HeadsRequest, SourceLoan, SourcePerson, TransactionPage } from './source.js';

/**
 * What every loan system can do for us, whichever it is. Outcomes are values, not exceptions: whoever posts must say what
 * happens in each case.
 */
export interface LoanSystem {
  /** The code under which it is registered; accounts name it. */
  readonly code: string;
  /** The longest it may still carry out a request that we have given up on, in milliseconds. */
  readonly settleAfterMs: number;

  /**
   * The day that a payment posted now is applied on.
   *
   * @param organizationId - whose; those outside our walls have one for all of theirs.
   */
  businessDay(organizationId?: string): Promise<Reached<IsoDate>>;
  /** What would pay the loan off on its business day, and whether it takes payments at all. */
  quotePayoff(loan: LoanReference): Promise<Reached<PayoffQuote>>;
  /**
   * What would pay the loan off with money that comes in on a day; without one, now.
   *
   * @param on - today or later, where loans are serviced
   */
  quotePayoffOn(loan: LoanReference, on: IsoDate | null): Promise<Reached<DatedPayoff | 'not_payable'>>;
  /** Quotes of several loans, in their order, where the system can tell them at once. */
  quotePayoffs?(loans: readonly LoanReference[]): Promise<Reached<readonly PayoffQuote[]>>;
  /** Posts a payment, at most once per external reference. */
  postPayment(payment: PaymentOrder, sending?: Sending): Promise<PostingOutcome>;
  /** Takes a posted payment back, at most once per external reference. */
  reversePayment(reversal: ReversalOrder, sending?: Sending): Promise<PostingOutcome>;
  /** Looks for what was posted under an external reference (a payment's id, or a reversal's). */
  findPosting(loan: LoanReference, externalReference: string): Promise<Reached<Posting | 'absent'>>;

  /**
   * Set by a system that keeps to `Sending`: what was given up before it began has not been posted. Of any other system
   * nobody knows.
   */
  readonly marksSending?: true;

  /** Set by a system outside our database: what sync reads. Ours writes the normalized model itself. */
  readonly source?: LoanSource;
}

/**
 * The side of a remote loan system that sync reads. It only answers what the system holds, in normalized terms; what has been
 * seen before, what changed and what to keep is the sync's to decide. Every read may be repeated.
 */
export interface LoanSource {
  /**
   * One page of loans, in an order that a sync cut short can go on in. A system that lists no changes lists every loan each
   * time, and the revisions tell which of them are worth reading.
   */
  heads(request: HeadsRequest): Promise<Reached<HeadPage>>;
  loan(externalId: string): Promise<Reached<SourceLoan | 'absent'>>;
  /** One page of a loan's transactions. `page` is null for the first one, then the `next` of the page before. */
  transactions(externalId: string, page: string | null): Promise<Reached<TransactionPage>>;
  person(externalId: string): Promise<Reached<SourcePerson | 'absent'>>;
}

export interface LoanReference {
  readonly organizationId: string;
  readonly accountId: string;
  /** The loan's identifier inside its system (`account.external_id`). */
  readonly externalId: string;
}

export interface PayoffQuote {
  /** Active, delinquent, or charged off (then a payment is a recovery). */
  readonly payable: boolean;
  readonly payoffCents: Cents;
}

/** What would pay a loan off, if nothing else happens to it until then. */
export interface DatedPayoff {
  readonly payoffCents: Cents;
  /** By component, which sum to it; null where the system does not tell. */
  readonly split: PayoffSplit | null;
  /** The day that the money is applied on: on a system with days off, the next business day. */
  readonly appliedOn: IsoDate;
  /** The last day on which money may come in and the amount is still right. */
  readonly goodThrough: IsoDate;
  /** What one more day adds. */
  readonly perDiemCents: Cents;
  /** The interest of one day in cents, with four decimals; null where the system tells whole cents only. */
  readonly exactPerDiem: string | null;
}

export interface PayoffSplit {
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
}

export interface PaymentOrder {
  readonly loan: LoanReference;
  /** The payment's id: the reference that makes a second post impossible and a probe possible. */
  readonly externalReference: string;
  readonly amountCents: Cents;
  readonly paymentMethod: string;
  readonly checkNumber: number | null;
  readonly memo: string | null;
}

export interface ReversalOrder {
  readonly loan: LoanReference;
  /** The reversal's id. */
  readonly externalReference: string;
  /** The payment's id: the external reference that it was posted under. */
  readonly paymentReference: string;
  /** The loan system's own identifier of the posting. */
  readonly postingExternalId: string;
  readonly amountCents: Cents;
  readonly reason: string | null;
  readonly isNsf: boolean;
}

/** Between whoever waits for a posting and whoever sends it. */
export interface Sending {
  /** Aborted when nobody waits any more: from then on nothing may be sent that changes anything. */
  readonly givenUp: AbortSignal;
  /** Told right before the first byte of a request that changes something leaves. */
  begins(): void;
}

/** A posting as the loan system keeps it. */
export interface Posting {
  /** The loan system's own identifier of the posting. */
  readonly externalId: string;
  readonly referenceNumber: number;
  readonly effectiveOn: IsoDate;
  readonly postedAt: IsoInstant;
  readonly amountCents: Cents;
  /** What the posting changed in the normalized model, where the system tells at once; otherwise the next sync brings it. */
  readonly change?: AccountChange;
}

/**
 * - `confirmed`: posted.
 * - `refused`: not posted and never will be; `reason` is for the client.
 * - `unreachable`: the request never reached the system (DNS, connection refused, TLS, an open circuit breaker), or it took
 *   nothing now and said so; not posted. `isWell`: the system as a whole is well, only this loan has to wait.
 * - `unknown`: it may or may not have been posted (timeout, reset after sending, 5xx, an unreadable answer).
 */
export type PostingOutcome =
  | { readonly kind: 'confirmed'; readonly posting: Posting }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly isWell?: true }
  | { readonly kind: 'unknown' };

/**
 * The answer of a read: it came, or it did not, or (`isWell`) what came of this one loan cannot be used. `mayPass`: the system
 * itself would not tell of this one; the next time it may, though nothing has changed.
 */
export type Reached<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'unavailable'; readonly isWell?: true; readonly mayPass?: true };
