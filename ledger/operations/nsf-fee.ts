import { cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { Loan } from '../loan.js';
import { feeEntry } from './fee-entry.js';
import type { OperationEntry } from './operation-result.js';

/** The fee for a returned payment, as its own entry. */
export function assessNsfFee(loan: Loan, on: IsoDate): { readonly loan: Loan; readonly entry: OperationEntry } {
  const amountCents = loan.nsfFeeCents;
  return {
    loan: { ...loan, feesCents: cents(loan.feesCents + amountCents) },
    entry: feeEntry('nsf_fee', amountCents, on, null),
  };
}
