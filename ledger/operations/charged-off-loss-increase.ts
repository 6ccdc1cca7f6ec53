import type { IsoDate } from '../../core/time/dates.js';
import { lines, writtenOff } from '../journal.js';
import type { Components } from '../loan.js';
import { total } from '../rules/balance-component-arithmetic.js';
import type { OperationEntry } from './operation-result.js';

/**
 * Records the increase of a charged-off loan's loss, on the day on which it was found. The charge-off itself is
 * unchanged.
 */
export function lossChange(grown: Components, on: IsoDate): OperationEntry {
  const reason = 'payment_taken_back';
  return {
    entry: {
      type: 'loss_change',
      effectiveOn: on,
      externalReference: null,
      reversesReference: null,
      isBecauseOfFirst: true,
      memo: reason,
      lines: lines(writtenOff(grown)),
    },
    transaction: {
      type: 'charge_off',
      amountCents: total(grown),
      effectiveAt: on,
      status: 'posted',
      originalExternalId: null,
      paymentMethod: null,
      reason,
      ...grown,
    },
  };
}
