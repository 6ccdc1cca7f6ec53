import { dueDate, levelPaymentCents } from '../rules/schedule.js';
import type { LoanCells } from './read-row.js';
import { scheduledPaidCents } from './scheduled-paid.js';
import type { WarningKind } from './warnings.js';

/** Something that may be correct, but should be compared with the lender's own records. */
export interface RowWarning {
  readonly kind: WarningKind;
  readonly column: string;
  readonly message: string;
}

/** Checks a loan on its own for implausible values. Its cells are valid, and so is the loan by `loanProblems`. */
export function loanWarnings(loan: LoanCells): RowWarning[] {
  return [...paymentOf(loan), ...rateOf(loan), ...nextDueOf(loan), ...principalOf(loan)];
}

/**
 * How far a payment may differ from the level payment: rounding and a late first due date stay below it, a swapped
 * column does not.
 */
const MOST_DIFFERENCE = 1 / 3;
/** Dollars in a column of cents are a hundredth; a tenth leaves room for balloon payments. */
const LEAST_REPAID = 1 / 10;

function paymentOf(loan: LoanCells): RowWarning[] {
  const { scheduled_payment_cents: payment, original_principal_cents, annual_rate, term_months } = loan;
  const column = 'scheduled_payment_cents';
  if (payment * installmentsLeft(loan) < loan.principal_cents * LEAST_REPAID) {
    const message =
      'with the remaining installments totals less than a tenth of the principal: dollars instead of cents?';
    return [{ kind: 'payment_too_small', column, message }];
  }
  const level = levelPaymentCents(original_principal_cents, annual_rate, term_months);
  if (Math.abs(payment - level) <= level * MOST_DIFFERENCE) return [];
  const message = `is more than a third off the level payment from principal, rate and term, ${level}`;
  return [{ kind: 'level_payment', column, message }];
}

/** At least one: what remains at the end of the term is still to be paid. */
function installmentsLeft(loan: LoanCells): number {
  return Math.max(1, loan.term_months - installmentsPaid(loan));
}

function installmentsPaid(loan: LoanCells): number {
  return Math.floor(scheduledPaidCents(loan) / loan.scheduled_payment_cents);
}

function rateOf({ annual_rate: { annualRateBps, annualRateMillionths } }: LoanCells): RowWarning[] {
  const percent = annualRateBps === null ? (annualRateMillionths ?? 0) / 1_000_000 : annualRateBps / 100;
  if (percent === 0 || percent >= 1) return [];
  return [
    { kind: 'rate_below_one', column: 'annual_rate', message: 'is below 1 percent: write 12 percent as 12, not 0.12' },
  ];
}

/** Months after the cut-over within which a loan's next installment is due. */
const MONTHS_TO_NEXT_DUE = 2;

function nextDueOf(loan: LoanCells): RowWarning[] {
  const paid = installmentsPaid(loan);
  const isOpen = loan.status === 'active' || loan.status === 'delinquent' || loan.status === 'pending';
  if (!isOpen || paid >= loan.term_months) return [];
  const nextDueOn = dueDate({ firstDueOn: loan.first_due_on }, paid + 1);
  if (nextDueOn <= dueDate({ firstDueOn: loan.as_of }, MONTHS_TO_NEXT_DUE + 1)) return [];
  const paidColumn = loan.paid_installments === null ? 'scheduled_paid_cents' : 'paid_installments';
  const column = paid === 0 ? 'first_due_on' : paidColumn;
  return [
    { kind: 'next_due_far_away', column, message: `makes ${nextDueOn} the next due date, more than two months away` },
  ];
}

function principalOf({ principal_cents, original_principal_cents }: LoanCells): RowWarning[] {
  if (principal_cents <= original_principal_cents) return [];
  const message = 'is more than original_principal_cents';
  return [{ kind: 'principal_above_original', column: 'principal_cents', message }];
}
