import type { IsoDate } from '../../../../core/dates.js';
import { cents } from '../../../../core/money.js';
import type { Loan } from '../loan.js';
import type { ActEntry } from './act.js';
import { feeEntry } from './fee-entry.js';

/** The late fees of these installments, an entry each. Fees that were charged stand, whatever is taken back later. */
export function assessLateFees(
  loan: Loan,
  installments: readonly number[],
  on: IsoDate,
): { readonly loan: Loan; readonly entries: readonly ActEntry[] } {
  const { lateFeeCents } = loan.product;
  const charged = installments.length * lateFeeCents;
  return {
    loan: {
      ...loan,
      feesCents: cents(loan.feesCents + charged),
      lateFeesCents: cents(loan.lateFeesCents + charged),
      lateFeeInstallments: [...loan.lateFeeInstallments, ...installments],
    },
    entries: installments.map((installment) => feeEntry('late_fee', lateFeeCents, on, `installment ${installment}`)),
  };
}
