import type { IsoDate } from '../../core/time/dates.js';
import { lines, writtenOff } from '../journal.js';
import type { Loan } from '../loan.js';
import { total } from '../rules/balance-component-arithmetic.js';
import { type AppliedOperation, accruedTo, accruedToOf, type Refusal, refused } from './operation-result.js';

/**
 * Charges off the whole balance. The borrower still owes it: the loan keeps its balances, now as the amount left to
 * recover, and no interest accrues from here.
 */
export function chargeOff(loan: Loan, on: IsoDate, reason: string, accrueTo = on): AppliedOperation | Refusal {
  if (loan.status !== 'active' && loan.status !== 'delinquent') return refused('account_not_open');
  const { loan: accrued, accruedCents } = accruedTo(loan, accrueTo);
  const { principalCents, interestCents, feesCents } = accrued;
  const owed = { principalCents, interestCents, feesCents };
  const amountCents = total(owed);
  return {
    kind: 'act',
    loan: { ...accrued, chargedOffOn: on },
    entries: [
      {
        entry: {
          type: 'charge_off',
          effectiveOn: on,
          ...accruedToOf(accrueTo, on),
          externalReference: null,
          reversesReference: null,
          memo: reason,
          lines: lines(writtenOff(owed), accruedCents),
        },
        transaction: {
          type: 'charge_off',
          amountCents,
          effectiveAt: on,
          status: 'posted',
          originalExternalId: null,
          paymentMethod: null,
          reason,
          ...owed,
        },
      },
    ],
  };
}
