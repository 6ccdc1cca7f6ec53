import type { Transaction } from '../core/db/database.js';
import type { IsoDate, IsoInstant } from '../core/time/dates.js';
import type { LoanReference, PaymentOrder, PayoffQuote, PostingOutcome, ReversalOrder } from '../loan-model/port.js';
import type { AccountChange } from '../loan-model/projection/account-change.js';
import type { JournalParameters } from './store/journal-store.js';
import type { StoredLoan } from './store/stored-loan.js';

/** A loan system in our own Postgres. Refusals are values; anything thrown rolls the caller's transaction back. */
export interface EmbeddedLoanSystem {
  /**
   * Locks the loan until the transaction ends, and quotes it.
   *
   * @param locked - the loan's row, where a statement of this transaction has locked and read it already.
   */
  lockAndQuote(tx: Transaction, loan: LoanReference, locked?: StoredLoan): Promise<PayoffQuote>;
  /** The loan must have been locked in this transaction by `lockAndQuote`. */
  postPayment(tx: Transaction, payment: PaymentOrder): Promise<EmbeddedOutcome>;
  /**
   * What `postPayment` would write, for whoever writes it beside rows of its own in one statement. Undefined where it would
   * refuse: it says why.
   */
  decidePayment(tx: Transaction, payment: PaymentOrder): Promise<DecidedPayment | undefined>;
  reversePayment(tx: Transaction, reversal: ReversalOrder): Promise<EmbeddedOutcome>;
}

/** A payment that is decided, of one journal entry, and not written. */
export interface DecidedPayment {
  readonly effectiveOn: IsoDate;
  readonly postedAt: IsoInstant;
  readonly journal: JournalParameters;
  /** Its one transaction has no external id yet: that is the entry's reference number. */
  readonly change: AccountChange;
  /** To be told once it is written: what follows in the transaction finds the loan as it stands then. */
  written(): void;
}

export type EmbeddedOutcome = Extract<PostingOutcome, { kind: 'confirmed' | 'refused' }>;
