import { cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import type { Loan } from '../loan.js';
import type { ActEntry } from './act.js';
import { feeEntry } from './fee-entry.js';

/** The fee for a returned payment, as its own entry. */
export function assessNsfFee(loan: Loan, on: IsoDate): { readonly loan: Loan; readonly entry: ActEntry } {
  const amountCents = loan.nsfFeeCents;
  return {
    loan: { ...loan, feesCents: cents(loan.feesCents + amountCents) },
    entry: feeEntry('nsf_fee', amountCents, on, null),
  };
}
