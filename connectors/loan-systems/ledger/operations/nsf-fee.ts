import type { IsoDate } from '../../../../core/dates.js';
import { cents } from '../../../../core/money.js';
import { lines } from '../journal.js';
import type { Loan } from '../loan.js';
import type { ActEntry } from './act.js';

/** The fee for a returned payment, as an entry of its own. */
export function assessNsfFee(loan: Loan, on: IsoDate): { readonly loan: Loan; readonly entry: ActEntry } {
  const amountCents = loan.nsfFeeCents;
  return {
    loan: { ...loan, feesCents: cents(loan.feesCents + amountCents) },
    entry: {
      entry: {
        type: 'nsf_fee',
        effectiveOn: on,
        externalReference: null,
        reversesReference: null,
        memo: null,
        lines: lines({ fee_receivable: amountCents, fee_income: -amountCents }),
      },
      transaction: {
        type: 'fee',
        amountCents,
        effectiveAt: on,
        status: 'posted',
        originalExternalId: null,
        paymentMethod: null,
        reason: 'nsf_fee',
        principalCents: null,
        interestCents: null,
        feesCents: amountCents,
      },
    },
  };
}
