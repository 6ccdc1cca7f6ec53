import { cents } from '../../core/money.js';
import type { IsoDate } from '../../core/time/dates.js';
import { lines, receivables, recoverables } from '../journal.js';
import type { Components } from '../loan.js';
import type { AllocatedPayment } from '../loan-history-from-entries.js';
import { addComponents, isNothing } from '../rules/balance-component-arithmetic.js';
import type { OperationEntry } from './operation-result.js';

/** A payment whose allocation changes, and the effect on the balance owed, by component: it sums to zero. */
export interface AllocationChange {
  readonly payment: AllocatedPayment;
  readonly owed: Components;
}

/** The payments whose allocation has changed. */
export function changedAllocations(
  payments: readonly AllocatedPayment[],
  splits: ReadonlyMap<number, Components>,
): readonly AllocationChange[] {
  return payments
    .map((payment) => {
      const split = splits.get(payment.referenceNumber);
      if (split === undefined) throw new Error(`payment ${payment.referenceNumber} was not replayed`);
      return { payment, owed: addComponents(payment.split, split, -1) };
    })
    .filter(({ owed }) => !isNothing(owed));
}

/**
 * Changes the allocation of a payment because an earlier one was reversed: no cash moves, and the payment's own entry
 * stays.
 */
export function reallocation({ payment, owed }: AllocationChange, on: IsoDate): OperationEntry {
  return {
    entry: {
      type: 'reallocation',
      effectiveOn: on,
      externalReference: null,
      reversesReference: null,
      reallocatesReference: payment.referenceNumber,
      isBecauseOfFirst: true,
      memo: null,
      lines: lines(payment.isRecovery ? recoverables(owed, 1) : receivables(owed, 1)),
    },
    transaction: {
      type: 'reallocation',
      amountCents: cents(0),
      effectiveAt: on,
      status: 'posted',
      originalExternalId: null,
      reallocatesExternalId: String(payment.referenceNumber),
      paymentMethod: null,
      reason: null,
      ...owed,
    },
  };
}
