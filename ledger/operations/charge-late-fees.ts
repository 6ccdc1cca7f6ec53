import { cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { Loan } from '../loan.js';
import { feeEntry } from './fee-entry.js';
import { accruedTo, type OperationEntry } from './operation-result.js';

/**
 * Charges late fees for these installments, one entry each, with interest accrued in the first. Charged fees remain,
 * whatever is reversed later.
 */
export function assessLateFees(
  loan: Loan,
  installments: readonly number[],
  on: IsoDate,
): { readonly loan: Loan; readonly entries: readonly OperationEntry[] } {
  const { lateFeeCents } = loan.product;
  if (installments.length === 0) return { loan, entries: [] };
  const charged = installments.length * lateFeeCents;
  const { loan: accrued, accruedCents } = accruedTo(loan, on);
  return {
    loan: {
      ...accrued,
      feesCents: cents(loan.feesCents + charged),
      lateFeesCents: cents(loan.lateFeesCents + charged),
      lateFeeInstallments: [...loan.lateFeeInstallments, ...installments],
    },
    entries: installments.map((installment, index) =>
      feeEntry('late_fee', lateFeeCents, on, `installment ${installment}`, index === 0 ? accruedCents : 0),
    ),
  };
}
