import type { Transaction } from '../../../core/db/database.js';
import { type Cents, cents } from '../../../core/money.js';
import type { Clock } from '../../../core/time/clock.js';
import { addDays, type IsoDate } from '../../../core/time/dates.js';
import type { LoanReference } from '../../../loan-model/port.js';
import { applyChange } from '../../../loan-model/projection/apply-change.js';
import { endSchedules } from '../../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';

/** Unchanged rows migrated from an older system: without a date, without an amount, or without both. */
export async function importLegacyRows(
  tx: Transaction,
  clock: Clock,
  loan: LoanReference,
  originatedOn: IsoDate,
): Promise<void> {
  const rows: readonly (readonly [amountCents: Cents | null, effectiveAt: IsoDate | null])[] = [
    [null, null],
    [cents(12_500), null],
    [null, addDays(originatedOn, -400)],
  ];
  const projecting = { clock, endSchedules };
  await applyChange(tx, projecting, {
    organizationId: loan.organizationId,
    accountId: loan.accountId,
    currentBalanceCents: cents(0),
    statusCode: 'pending',
    lifecycleEvents: [],
    transactions: rows.map(([amountCents, effectiveAt], index) => ({
      externalId: `legacy-${loan.externalId}-${index + 1}`,
      type: 'payment',
      amountCents,
      effectiveAt,
      status: null,
      originalExternalId: null,
      paymentMethod: null,
      reason: null,
      principalCents: null,
      interestCents: null,
      feesCents: null,
      endingBalanceCents: null,
    })),
  });
}
