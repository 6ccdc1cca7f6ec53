import { cents } from '../core/money.js';
import type { IsoDate } from '../core/time/dates.js';
import type { Loan, LoanTerms } from './loan.js';
import { disburse } from './operations/disbursement.js';
import { type Installment, installmentsOf } from './operations/installments.js';
import { BUILT_IN_TERMS, type ProductTerms } from './rules/product-terms.js';

/**
 * The schedule of a loan that is disbursed on a day.
 *
 * @param terms - the first due date is after the day.
 */
export function scheduleOfNewLoan(
  terms: LoanTerms,
  product: ProductTerms | undefined,
  on: IsoDate,
): readonly Installment[] {
  const pending: Loan = {
    ...terms,
    ...{ id: '', organizationId: '', product: product ?? BUILT_IN_TERMS, status: 'pending' },
    ...{ principalCents: cents(0), interestCents: cents(0), accrualRemainder: 0, accruedThrough: on },
    ...{ feesCents: cents(0), lateFeesCents: cents(0), takenByLateFeesCents: cents(0), lateFeeInstallments: [] },
    ...{ scheduledPaidCents: cents(0), chargedOffOn: null, paidOffOn: null, dayEndThrough: null },
  };
  const act = disburse(pending, on);
  if (act.kind === 'refused') throw new Error(`the terms were checked: ${act.reason}`);
  return installmentsOf(act.loan, on);
}
