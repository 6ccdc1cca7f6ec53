import { type Cents, cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { PastDuePosition } from '../../loan-model/projection/account-change.js';
import type { EntryTransaction, JournalEntry } from '../journal.js';
import type { Loan } from '../loan.js';
import { accrue } from '../rules/interest.js';
import { lateFeesPaid } from '../rules/late-fee-rules.js';
import { pastDuePosition } from '../rules/schedule.js';
import { statusOf } from '../rules/status.js';

/** The result of an operation on a loan: the new state, and the journal entries. Nothing is written yet. */
export interface AppliedOperation {
  readonly kind: 'act';
  readonly loan: Loan;
  readonly entries: readonly OperationEntry[];
}

export interface OperationEntry {
  readonly entry: JournalEntry;
  readonly transaction: EntryTransaction;
}

/** Refused permanently; `reason` is for the client. */
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

/** The loan with interest accrued through a date, and the accrued amount, which is journaled with the next posting. */
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
      takenByLateFeesCents: lateFeesPaid(loan, on),
    },
  };
}

/** The accrual day to record with an entry: nothing when it equals the effective day. */
export function accruedToOf(accruedTo: IsoDate, effectiveOn: IsoDate): { readonly accruedTo?: IsoDate } {
  return accruedTo === effectiveOn ? {} : { accruedTo };
}

/** The loan with the status that follows from its balances on a date, and its past-due position then. */
export function settled(loan: Loan, on: IsoDate): { readonly loan: Loan; readonly position: PastDuePosition } {
  const position = pastDuePosition(loan, on);
  const status = statusOf(loan, position);
  const paidOffOn = status === 'paid_in_full' ? (loan.paidOffOn ?? on) : status === 'closed' ? loan.paidOffOn : null;
  return { loan: { ...loan, status, paidOffOn }, position };
}
