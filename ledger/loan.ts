import type { AccountStatusCode } from '../core/contract/account-enumerations.js';
import type { AccountIdentifier } from '../core/contract/stored-text.js';
import type { Cents } from '../core/money.js';
import type { IsoDate } from '../core/time/dates.js';
import type { AnnualRate } from './rules/annual-rate.js';
import type { ProductTerms } from './rules/product-terms.js';

/** The ledger knows the status of each of its loans. */
export type LedgerStatus = Exclude<AccountStatusCode, 'unknown'>;

/** The agreed terms: they never change after booking. */
export interface LoanTerms extends AnnualRate {
  readonly originatedOn: IsoDate;
  readonly firstDueOn: IsoDate;
  readonly originalPrincipalCents: Cents;
  readonly termMonths: number;
  /** The level monthly payment. */
  readonly scheduledPaymentCents: Cents;
  readonly nsfFeeCents: Cents;
}

/** A loan to book. */
export interface NewLoan extends LoanTerms {
  readonly id: string;
  readonly organizationId: string;
  /** The lender's own number, unique in its organization. */
  readonly loanNumber?: AccountIdentifier;
  /** The product and its version; without them, the built-in terms. */
  readonly bookedUnder?: { readonly id: string; readonly version: number };
}

/** The state of a loan: its terms and balances. After a charge-off the balances are the amount left to recover. */
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
  /** The part of the fees that is late fees. */
  readonly lateFeesCents: Cents;
  /** Late fees paid and not compensated, when `accruedThrough` began. */
  readonly takenByLateFeesCents: Cents;
  /** Installments, counted from 1, that have been charged a late fee, or can no longer be charged one. */
  readonly lateFeeInstallments: readonly number[];
  /** Principal and interest paid before charge-off, net of reversals: the amount counted toward the schedule. */
  readonly scheduledPaidCents: Cents;
  readonly chargedOffOn: IsoDate | null;
  readonly paidOffOn: IsoDate | null;
  /** The last business day that day-end has closed. */
  readonly dayEndThrough: IsoDate | null;
}

/** An amount by component. */
export interface Components {
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
}
