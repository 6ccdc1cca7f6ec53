import { type Cents, cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { PastDuePosition } from '../../loan-model/projection/account-change.js';
import type { EntryTransaction, JournalEntry } from '../journal.js';
import type { Loan } from '../loan.js';
import { accrue } from '../rules/interest.js';
import { takenByLateFees } from '../rules/late-fee.js';
import { pastDuePosition } from '../rules/schedule.js';
import { statusOf } from '../rules/status.js';

/** What an operation would do to a loan: the loan after it, and the journal entries that say so. Nothing is written yet. */
export interface Act {
  readonly kind: 'act';
  readonly loan: Loan;
  readonly entries: readonly ActEntry[];
}

export interface ActEntry {
  readonly entry: JournalEntry;
  readonly transaction: EntryTransaction;
}

/** Not done and never will be; `reason` is for the client. */
export interface Refusal {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
}

export type RefusalReason =
  | 'account_not_payable'
  | 'amount_exceeds_payoff'
  | 'amount_not_positive'
  | 'amount_differs'
  | 'amount_exceeds_balance'
  | 'payment_not_found'
  | 'already_reversed'
  | 'reference_in_use'
  | 'account_not_pending'
  | 'first_due_date_passed'
  | 'account_not_open'
  | 'account_not_charged_off'
  | 'nothing_to_adjust'
  | 'balance_outstanding';

export function refused(reason: RefusalReason): Refusal {
  return { kind: 'refused', reason };
}

/** The loan with interest accrued through a date, and how much that was: journaled with whatever is posted next. */
export function accruedTo(loan: Loan, on: IsoDate): { readonly loan: Loan; readonly accruedCents: Cents } {
  if (loan.chargedOffOn !== null || loan.accruedThrough >= on) return { loan, accruedCents: cents(0) };
  const accrual = accrue(loan, loan.accruedThrough, on);
  return {
    accruedCents: accrual.interestCents,
    loan: {
      ...loan,
      interestCents: cents(loan.interestCents + accrual.interestCents),
      accrualRemainder: accrual.remainder,
      accruedThrough: on,
      takenByLateFeesCents: takenByLateFees(loan, on),
    },
  };
}

/** What an entry says of the day to which it accrued interest: nothing when that is the day it is effective on. */
export function accruedToOf(accruedTo: IsoDate, effectiveOn: IsoDate): { readonly accruedTo?: IsoDate } {
  return accruedTo === effectiveOn ? {} : { accruedTo };
}

/** The loan with the status that its balances give it on a date, and its past-due position then. */
export function settled(loan: Loan, on: IsoDate): { readonly loan: Loan; readonly position: PastDuePosition } {
  const position = pastDuePosition(loan, on);
  const status = statusOf(loan, position);
  const paidOffOn = status === 'paid_in_full' ? (loan.paidOffOn ?? on) : status === 'closed' ? loan.paidOffOn : null;
  return { loan: { ...loan, status, paidOffOn }, position };
}
