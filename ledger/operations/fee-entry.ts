import type { Cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import { lines } from '../journal.js';
import type { OperationEntry } from './operation-result.js';

/**
 * A fee as its own entry: it is income, and the borrower owes it. It includes the interest accrued up to when it was
 * charged.
 */
export function feeEntry(
  type: 'nsf_fee' | 'late_fee',
  amountCents: Cents,
  on: IsoDate,
  memo: string | null,
  accruedCents = 0,
): OperationEntry {
  return {
    entry: {
      type,
      effectiveOn: on,
      externalReference: null,
      reversesReference: null,
      memo,
      lines: lines({ fee_receivable: amountCents, fee_income: -amountCents }, accruedCents),
    },
    transaction: {
      type: 'fee',
      amountCents,
      effectiveAt: on,
      status: 'posted',
      originalExternalId: null,
      paymentMethod: null,
      reason: type,
      principalCents: null,
      interestCents: null,
      feesCents: amountCents,
    },
  };
}
