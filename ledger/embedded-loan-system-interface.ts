import type { Transaction } from '../core/db/database.js';
import type { Cents } from '../core/money.js';
import type { Clock } from '../core/time/clock.js';
import type { IsoDate, IsoInstant } from '../core/time/dates.js';
import type { LoanReference, PaymentOrder, PayoffQuote, PostingOutcome, ReversalOrder } from '../loan-model/port.js';
import type { AccountChange } from '../loan-model/projection/account-change.js';
import type { Refusal } from './operations/operation-result.js';
import type { PaymentPreview } from './operations/payment-preview.js';
import type { JournalParameters } from './store/journal-store.js';
import type { StoredLoan } from './store/stored-loan.js';
import type { UnlockedEntry } from './store/unlocked-entry.js';

/** A loan system in our own Postgres. Refusals are values; any exception rolls the caller's transaction back. */
export interface EmbeddedLoanSystem {
  /**
   * The quote of a loan that was read without its lock, on the current business day.
   *
   * @param business - the clock of its organization
   */
  quote(loan: StoredLoan, business: Clock): DayQuote;
  /**
   * Locks the loan until the transaction ends, and quotes it.
   *
   * @param locked - the loan's row, if this transaction has already locked and read it.
   */
  lockAndQuote(tx: Transaction, loan: LoanReference, locked?: StoredLoan): Promise<PayoffQuote>;
  /**
   * Quotes a lender's loan that the caller has read. Undefined where something must be written first, under the lock.
   */
  quoteUnlocked(loan: StoredLoan): PayoffQuote | undefined;
  /**
   * What `postPayment` would do to a loan that was read without its lock. Writes nothing.
   *
   * @param business - the clock of its organization
   */
  previewPayment(loan: StoredLoan, amountCents: Cents, business: Clock): PaymentPreview | Refusal;
  /** The loan must have been locked in this transaction by `lockAndQuote`. */
  postPayment(tx: Transaction, payment: PaymentOrder): Promise<EmbeddedOutcome>;
  /**
   * Returns what `postPayment` would write, for a caller that writes it together with rows of its own in one statement.
   * Undefined where `postPayment` would refuse; that method returns the reason.
   */
  decidePayment(tx: Transaction, payment: PaymentOrder): Promise<DecidedPayment | undefined>;
  /**
   * The same for a loan that was read without its lock, for a caller that writes only if nothing has changed since.
   * Undefined also where something must be written first, under the lock.
   */
  decideUnlocked(loan: StoredLoan, payment: PaymentOrder): UnlockedPayment | undefined;
  reversePayment(tx: Transaction, reversal: ReversalOrder): Promise<EmbeddedOutcome>;
}

/** A quote, and the business day for which it is valid. */
export interface DayQuote extends PayoffQuote {
  readonly businessDay: IsoDate;
}

/** A decided payment of one journal entry that is not written yet. */
interface UnwrittenPayment {
  readonly effectiveOn: IsoDate;
  readonly postedAt: IsoInstant;
  /** Its one transaction has no external id yet, because that is the entry's reference number. */
  readonly change: AccountChange;
}

export interface UnlockedPayment extends UnwrittenPayment {
  /** The loan's quote. */
  readonly payoffCents: Cents;
  readonly entry: Omit<UnlockedEntry, 'rowVersion'>;
}

export interface DecidedPayment extends UnwrittenPayment {
  readonly journal: JournalParameters;
  /** Must be called after the write, so that later steps of the transaction find the loan's new state. */
  written(): void;
}

export type EmbeddedOutcome = Extract<PostingOutcome, { kind: 'confirmed' | 'refused' }>;
