import type { AccountStatusCode } from '../core/contract/account.js';
import type { AccountIdentifier } from '../core/contract/stored-text.js';
import type { Cents } from '../core/money.js';
import type { IsoDate } from '../core/time/dates.js';
import type { AnnualRate } from './rules/annual-rate.js';
import type { ProductTerms } from './rules/product-terms.js';

/** The ledger knows where each of its loans stands. */
export type LedgerStatus = Exclude<AccountStatusCode, 'unknown'>;

/** What was agreed: never changes after booking. */
export interface LoanTerms extends AnnualRate {
  readonly originatedOn: IsoDate;
  readonly firstDueOn: IsoDate;
  readonly originalPrincipalCents: Cents;
  readonly termMonths: number;
  /** The level monthly payment. */
  readonly scheduledPaymentCents: Cents;
  readonly nsfFeeCents: Cents;
}

/** A loan that is to be booked. */
export interface NewLoan extends LoanTerms {
  readonly id: string;
  readonly organizationId: string;
  /** The lender's own, unique in its organization. */
  readonly loanNumber?: AccountIdentifier;
  /** Under which version of which product; without one, under the built-in terms. */
  readonly bookedUnder?: { readonly id: string; readonly version: number };
}

/** A loan as it stands: its terms and what is owed. After a charge-off the balances are what is left to recover. */
export interface Loan extends LoanTerms {
  readonly id: string;
  readonly organizationId: string;
  readonly product: ProductTerms;
  readonly status: LedgerStatus;
  readonly principalCents: Cents;
  /** Accrued and unpaid, through `accruedThrough`. */
  readonly interestCents: Cents;
  /** Interest of less than a cent, in the unit of the rate and the product's day count (`unitsPerCent`). */
  readonly accrualRemainder: number;
  readonly accruedThrough: IsoDate;
  readonly feesCents: Cents;
  /** Of these, late fees. */
  readonly lateFeesCents: Cents;
  /** What late fees took of payments and was not made good, when `accruedThrough` began. */
  readonly takenByLateFeesCents: Cents;
  /** Installments, counted from 1, that a late fee was charged for, or that are past having one. */
  readonly lateFeeInstallments: readonly number[];
  /** Principal and interest paid before charge-off, net of reversals: what counts toward the schedule. */
  readonly scheduledPaidCents: Cents;
  readonly chargedOffOn: IsoDate | null;
  readonly paidOffOn: IsoDate | null;
  /** The last business day that day-end has closed. */
  readonly dayEndThrough: IsoDate | null;
}

/** An amount by what it pays, or what it is owed for. */
export interface Components {
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
}
