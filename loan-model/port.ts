import type { Cents } from '../core/money.js';
import type { IsoDate, IsoInstant } from '../core/time/dates.js';
import type {
  HeadPage,
  HeadsRequest,
  ListedLoan,
  LoanChanges,
  SourceLoan,
  SourcePerson,
  TransactionPage,
  TransactionSetPage,
} from './loan-source-types.js';
import type { AccountChange } from './projection/account-change.js';

/**
 * The port that every loan system implements. Outcomes are values, not exceptions, so that each caller handles every
 * case.
 */
export interface LoanSystem {
  /** The code under which the system is registered; accounts refer to it. */
  readonly code: string;
  /** The longest time in milliseconds that the system may still execute a request after we gave up on it. */
  readonly settleAfterMs: number;

  /**
   * The business day to which a payment posted now is applied.
   *
   * @param organizationId - the organization whose business day is wanted; a remote system has one business day for all
   * of its organizations.
   */
  businessDay(organizationId?: string): Promise<Reached<IsoDate>>;
  /** The payoff amount on the loan's business day, and whether the loan accepts payments at all. */
  quotePayoff(loan: LoanReference): Promise<Reached<PayoffQuote>>;
  /**
   * The payoff amount for money that arrives on a given day; without a day, now.
   *
   * @param on - today or later, in the time zone where loans are serviced
   */
  quotePayoffOn(loan: LoanReference, on: IsoDate | null): Promise<Reached<DatedPayoff | 'not_payable'>>;
  /** Quotes of several loans, in the order of `loans`. Only for systems that can quote several at once. */
  quotePayoffs?(loans: readonly LoanReference[]): Promise<Reached<readonly PayoffQuote[]>>;
  /** Posts a payment, at most once per external reference. */
  postPayment(payment: PaymentOrder, sending?: Sending): Promise<PostingOutcome>;
  /** Reverses a posted payment, at most once per external reference. */
  reversePayment(reversal: ReversalOrder, sending?: Sending): Promise<PostingOutcome>;
  /**
   * The id of the payment that the note of a posting names; null: none. Only for systems that keep notes. A payment that
   * a restore of our database has lost keeps its id by it.
   */
  notedPaymentId?(loan: LoanReference, posting: Posting): Promise<Reached<string | null>>;
  /**
   * Finds the posting with an external reference (that of a payment or of a reversal).
   *
   * @param kind - if it is known: then the other kind is not searched.
   */
  findPosting(
    loan: LoanReference,
    externalReference: string,
    kind?: 'payment' | 'reversal',
  ): Promise<Reached<Posting | 'absent'>>;
  /** False for a system whose postings cannot be searched by our references; absent: they can. */
  readonly findsByReference?: boolean;
  /**
   * Set by a system in which commands may have to be approved: what became of the command that was sent under an
   * external reference.
   */
  findApproval?(loan: LoanReference, externalReference: string): Promise<Reached<Approval>>;

  /**
   * Set by a system that honors `Sending`: a request given up before it began was not posted. For any other system the
   * outcome is unknown.
   */
  readonly marksSending?: true;

  /** What an operator must or may correct in the system or in its settings; called when it is added. */
  reportOnSetUp?(): Promise<SetUpReport>;

  /** Set by a remote system: what the sync reads. The built-in ledger writes the normalized model itself. */
  readonly source?: LoanSource;
}

/**
 * The read side of a remote loan system, used by the sync. It only returns what the system holds, in normalized terms.
 * The sync decides what was seen before, what changed and what to keep. Every read may be repeated.
 */
export interface LoanSource {
  /**
   * One page of loans, in an order that lets an interrupted sync resume. A system that cannot list changes returns
   * every loan each time; the revisions show which of them must be read.
   */
  heads(request: HeadsRequest): Promise<Reached<HeadPage>>;
  /** @param listed - what `sets` returned of this loan, which is then not read again. */
  loan(externalId: string, listed?: ListedLoan): Promise<Reached<SourceLoan | 'absent'>>;
  /** One page of a loan's transactions. `page` is null for the first page, then the previous page's `next`. */
  transactions(externalId: string, page: string | null): Promise<Reached<TransactionPage>>;
  person(externalId: string): Promise<Reached<SourcePerson | 'absent'>>;
  /** Only for a system that has such calls. */
  readonly sets?: LoanSetSource | undefined;
  /** Only for a system that lists what changed. `heads` then lists every loan, whatever its `since`. */
  readonly changes?: LoanChangeSource | undefined;
  /** Whether a person's contact data can change while the revisions of their loans stay: a full sync reads it again. */
  readonly personsChangeAlone?: boolean | undefined;
}

/** A system's list of changes. It may have gaps, which the daily full sync finds. */
export interface LoanChangeSource {
  /**
   * What changed since a position; null: nothing, only the current position. `not_offered`: this server has no such
   * list, our user may not read it, or it no longer reaches back to that position.
   */
  since(position: string | null): Promise<Reached<LoanChanges | 'not_offered'>>;
  /** Whether a loan changed between two revisions by what the list names, and not only because a day has passed. */
  isNamedChange(before: string, after: string): boolean;
}

/** Reads of many loans in one call. The sync reads one by one what they leave out, and everything when they fail. */
export interface LoanSetSource {
  /** The largest number of loans to read at a time, where all of a page would be too many to hold in memory. */
  readonly mostLoans?: number;
  /** By external id. */
  loans(externalIds: readonly string[]): Promise<Reached<ReadonlyMap<string, ListedLoan>>>;
  /** One page of the transactions of these loans; pages as in `LoanSource.transactions`. */
  transactions?(externalIds: readonly string[], page: string | null): Promise<Reached<TransactionSetPage>>;
  /** Persons that the system does not return are read one by one. */
  persons?(externalIds: readonly string[]): Promise<Reached<readonly SourcePerson[]>>;
}

/** One sentence each. With a problem the system cannot be used; a warning names what will not work. */
export interface SetUpReport {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

export interface LoanReference {
  readonly organizationId: string;
  readonly accountId: string;
  /** The loan's identifier in its system (`account.external_id`). */
  readonly externalId: string;
}

export interface PayoffQuote {
  /** Active, delinquent, or charged off (then a payment is a recovery). */
  readonly payable: boolean;
  readonly payoffCents: Cents;
}

/** What would pay off a loan if nothing else happens to it before that day. */
export interface DatedPayoff {
  readonly payoffCents: Cents;
  /** The amount by component (their sum is the payoff); null if the system does not report it. */
  readonly split: PayoffSplit | null;
  /** The day to which the money is applied: on a system with days off, the next business day. */
  readonly appliedOn: IsoDate;
  /** The last day on which money may arrive for this amount to be right. */
  readonly goodThrough: IsoDate;
  /** The amount that each further day adds. */
  readonly perDiemCents: Cents;
  /** One day's interest in cents, with four decimals; null if the system reports whole cents only. */
  readonly exactPerDiem: string | null;
}

export interface PayoffSplit {
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
}

export interface PaymentOrder {
  readonly loan: LoanReference;
  /** Prevents a second posting and lets us find the first. */
  readonly externalReference: string;
  /** For the note of the posting; absent: none is named. */
  readonly paymentId?: string;
  readonly amountCents: Cents;
  readonly paymentMethod: string;
  readonly checkNumber: number | null;
  readonly memo: string | null;
}

export interface ReversalOrder {
  readonly loan: LoanReference;
  readonly externalReference: string;
  /** The external reference with which the payment was posted. */
  readonly paymentReference: string;
  /** The loan system's identifier of the posting. */
  readonly postingExternalId: string;
  readonly amountCents: Cents;
  readonly reason: string | null;
  readonly isNsf: boolean;
}

/** Between the caller that waits for a posting and the adapter that sends it. */
export interface Sending {
  /**
   * Aborted when the caller has stopped waiting. From then on the adapter must not send any request that changes
   * something.
   */
  readonly givenUp: AbortSignal;
  /** Called right before the first byte of a request that changes something is sent. */
  begins(): void;
}

/** A posting as the loan system stores it. */
export interface Posting {
  /** The loan system's identifier of the posting. */
  readonly externalId: string;
  readonly referenceNumber: number;
  readonly effectiveOn: IsoDate;
  readonly postedAt: IsoInstant;
  readonly amountCents: Cents;
  /** The part that the loan did not owe any more; absent or 0: none. */
  readonly overpaidCents?: Cents;
  /** The payment methods that the system's record of it allows; absent if the system does not report the method. */
  readonly paymentMethods?: readonly string[];
  /** Set for a payment that is reversed in the system. */
  readonly reversal?: PostedReversal;
  /**
   * How the posting changed the normalized model, if the system reports it in its answer; otherwise the next sync reads
   * it.
   */
  readonly change?: AccountChange;
}

/** The reversal of a payment as the loan system stores it. */
export interface PostedReversal extends Pick<Posting, 'referenceNumber' | 'postedAt'> {
  /** The external reference of the reversal; null: another user's. */
  readonly reference: string | null;
  readonly isNsf: boolean;
}

/**
 * - `waits`: the command is carried out when it is approved.
 * - `rejected`: it never will be; `reason` is for the client.
 * - `none`: there is no undecided or rejected command under the reference, as far as our user can see.
 * - `not_permitted`: our user may not read commands.
 */
export type Approval =
  | { readonly kind: 'waits' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'not_permitted' };

/**
 * - `confirmed`: posted.
 * - `refused`: not posted and never will be; `reason` is for the client.
 * - `unreachable`: not posted. The request never reached the system (DNS, connection refused, TLS, an open circuit
 *   breaker), or the system rejected it for now. `isWell`: the system as a whole works, only this loan has to wait.
 *   `refusedSetting`: it rejected it because of our settings. `problem`: as in `Reached`.
 * - `awaiting_approval`: not posted. The system keeps the command, and posts it when a person there approves it.
 * - `unknown`: may or may not have been posted (timeout, reset after sending, 5xx, an unreadable answer).
 */
export type PostingOutcome =
  | { readonly kind: 'confirmed'; readonly posting: Posting }
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'unreachable';
      readonly isWell?: true;
      readonly problem?: string;
      readonly refusedSetting?: RefusedSetting;
    }
  | { readonly kind: 'awaiting_approval' }
  | { readonly kind: 'unknown' };

/** A setting of ours that does not fit the loan system: an operator must correct one of the two. */
export interface RefusedSetting {
  readonly setting: string;
  readonly value: string;
}

/**
 * The result of a read. `isWell`: the system works, but its answer for this loan cannot be used. `mayPass`: the system
 * itself refused this loan and may return it next time, although nothing has changed. `retryAfterMs`: the system works,
 * and accepts no more calls for this long. `problem`: what an operator must correct in the system or in its settings,
 * as a sentence.
 */
export type Reached<T> = { readonly kind: 'answered'; readonly value: T } | Unavailable;

export interface Unavailable {
  readonly kind: 'unavailable';
  readonly isWell?: true;
  readonly mayPass?: true;
  readonly retryAfterMs?: number;
  readonly problem?: string;
}
