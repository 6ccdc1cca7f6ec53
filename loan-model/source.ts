import type { AccountStatusCode, BorrowerRole } from '../core/contract/account.js';
import type { Cents } from '../core/money.js';
import type { IsoDate, IsoInstant } from '../core/time/dates.js';
import type {
  Milestones,
  NormalizedLifecycleEvent,
  NormalizedTransaction,
  PastDuePosition,
} from './projection/account-change.js';

/** What an account may lack because its loan system does not tell it. */
export const UNTOLD = [
  'external_contract_number',
  'external_account_number',
  'co_borrowers',
  'contract',
  'past_due',
  'payment_method',
  'charged_off_balance',
] as const;

export type Untold = (typeof UNTOLD)[number];

export interface HeadsRequest {
  /** Loans changed at or after this instant, by the system's own clock; null: every loan. */
  readonly since: IsoInstant | null;
  /** Null for the first page, then the `next` of the page before: the adapter's own text, kept across restarts. */
  readonly page: string | null;
  readonly limit: number;
}

export interface HeadPage {
  readonly heads: readonly LoanHead[];
  readonly next: string | null;
}

export interface LoanHead {
  /** The loan's identifier inside its system. */
  readonly externalId: string;
  /** Differs whenever the loan or one of its transactions does. Compared, never interpreted. */
  readonly revision: string;
}

/** A loan as it stands in its system. */
export interface SourceLoan extends LoanHead {
  readonly externalContractNumber: string | null;
  readonly externalAccountNumber: string | null;
  /** The system's own word for its status, for logs and for operators. */
  readonly sourceStatus: string;
  /** `unknown` for a status that the adapter does not know. */
  readonly statusCode: AccountStatusCode;
  /** Outstanding principal. */
  readonly currentBalanceCents: Cents;
  readonly contract: SourceContract;
  readonly milestones: Milestones;
  /** Null where the system does not tell. */
  readonly pastDue: PastDuePosition | null;
  /** What the system itself dates; other changes of status are dated by when the sync saw them. */
  readonly lifecycleEvents: readonly NormalizedLifecycleEvent[];
  /** Exactly one is primary. */
  readonly borrowers: readonly SourceBorrower[];
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
  /** The person's identifier inside the system. */
  readonly externalId: string;
  readonly role: BorrowerRole;
}

export interface SourcePerson {
  readonly externalId: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** Those in use. Null: the system has none to tell, and what is known stays. */
  readonly addresses: readonly SourceAddress[] | null;
}

export interface SourceAddress {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  /** Null when an address abroad has no state; `postalCode` likewise. */
  readonly state: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * A reversal that its system keeps as a mark on the payment is a transaction of its own here, so that every system's ledger
 * reads the same: its external id is the payment's with `:reversal` behind it.
 */
export interface TransactionPage {
  /** In whatever order: `entered` tells. */
  readonly transactions: readonly SourceTransaction[];
  readonly next: string | null;
}

export interface SourceTransaction extends NormalizedTransaction {
  /** Of two transactions of one day, the one that was entered later has the higher number. */
  readonly entered: number;
  /** The external reference that it was posted under; null: none. It outlives a new identifier for the same posting. */
  readonly reference: string | null;
}
