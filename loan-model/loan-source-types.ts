import type { AccountStatusCode, BorrowerRole } from '../core/contract/account-enumerations.js';
import type { Cents } from '../core/money.js';
import type { IsoDate, IsoInstant } from '../core/time/dates.js';
import type {
  Milestones,
  NormalizedLifecycleEvent,
  NormalizedTransaction,
  PastDuePosition,
} from './projection/account-change.js';

/** Fields that an account may lack because its loan system does not report them. */
export const UNREPORTED_FIELDS = [
  'external_contract_number',
  'external_account_number',
  'co_borrowers',
  'contract',
  'past_due',
  'payment_method',
  'charged_off_balance',
] as const;

export type UnreportedField = (typeof UNREPORTED_FIELDS)[number];

export interface HeadsRequest {
  /** Loans changed at or after this instant, by the system's clock; null: all loans. */
  readonly since: IsoInstant | null;
  /** Null for the first page, then the previous page's `next`: an opaque text of the adapter, kept across restarts. */
  readonly page: string | null;
  readonly limit: number;
}

export interface HeadPage {
  readonly heads: readonly LoanHead[];
  readonly next: string | null;
}

export interface LoanHead {
  /** The loan's identifier in its system. */
  readonly externalId: string;
  /** Changes whenever the loan or one of its transactions changes. Compared, never interpreted. */
  readonly revision: string;
}

/** What a system's list of changes names. */
export interface LoanChanges {
  /** External ids of loans. */
  readonly loans: readonly string[];
  /** External ids of persons whose data changed. */
  readonly persons: readonly string[];
  /** Where the next read begins: an opaque text of the adapter, kept across restarts. */
  readonly position: string;
}

/** A loan as its system reports it. */
export interface SourceLoan extends LoanHead {
  readonly externalContractNumber: string | null;
  readonly externalAccountNumber: string | null;
  /** The system's own name of the status, for logs and operators. */
  readonly sourceStatus: string;
  /** `unknown` for a status that the adapter does not know. */
  readonly statusCode: AccountStatusCode;
  /** Outstanding principal. */
  readonly currentBalanceCents: Cents;
  readonly contract: SourceContract;
  readonly milestones: Milestones;
  /** Null if the system does not report it. */
  readonly pastDue: PastDuePosition | null;
  /** Status changes that the system dates itself; all others are dated by when the sync saw them. */
  readonly lifecycleEvents: readonly NormalizedLifecycleEvent[];
  /** Exactly one is primary. */
  readonly borrowers: readonly SourceBorrower[];
  /** All its transactions, from a system that returns them with the loan; without it they are read by pages. */
  readonly transactions?: readonly SourceTransaction[];
}

/** A loan in the adapter's own form. */
export interface ListedLoan {
  readonly externalId: string;
  readonly content: unknown;
}

export interface SourceContract {
  readonly originatedOn: IsoDate | null;
  readonly firstDueOn: IsoDate | null;
  readonly maturityOn: IsoDate | null;
  readonly originalPrincipalCents: Cents | null;
  readonly scheduledPaymentCents: Cents | null;
  /** Percent per year, a decimal numeral. */
  readonly annualRate: string | null;
  readonly termMonths: number | null;
}

export interface SourceBorrower {
  /** The person's identifier in the system. */
  readonly externalId: string;
  readonly role: BorrowerRole;
}

export interface SourcePerson {
  readonly externalId: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** The current addresses. Null: the system reports none, and known addresses stay. */
  readonly addresses: readonly SourceAddress[] | null;
}

export interface SourceAddress {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  /** Null when a foreign address has no state; `postalCode` is null in the same way. */
  readonly state: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * Some systems record a reversal as a mark on the payment. Here it is always a separate transaction, so that the
 * ledgers of all systems have the same form: its external id is the payment's with the suffix `:reversal`.
 */
export interface TransactionPage {
  /** In any order; `entered` gives the order. */
  readonly transactions: readonly SourceTransaction[];
  readonly next: string | null;
}

/** One page of the transactions of several loans, in any order. */
export interface TransactionSetPage {
  readonly transactions: readonly { readonly loan: string; readonly transaction: SourceTransaction }[];
  readonly next: string | null;
}

export interface SourceTransaction extends NormalizedTransaction {
  /** Orders transactions of the same day: the later entry has the higher number. */
  readonly entered: number;
  /**
   * The external reference with which it was posted; null: none. It stays when the system gives the posting a new
   * identifier.
   */
  readonly reference: string | null;
}
