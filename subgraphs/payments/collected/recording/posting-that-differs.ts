import type { Transaction } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { Posting } from '../../../../loan-model/port.js';
import type { CollectedPaymentRow } from '../payment/collected-payment.row.js';
import { queueAccountImport } from '../posting/enqueue-outcome-lookup.js';
import { raiseDifference } from '../posting/posting-that-differs.js';
import { referenceOfPayment, settleDiffering } from './record-payment.store.js';

/** Whether its outcome is not known yet. */
export function isOpen({ status }: CollectedPaymentRow): boolean {
  return status === 'pending' || status === 'pending_confirmation';
}

/**
 * Raises an exception once per reference, and fails a payment that a client has seen as unconfirmed.
 *
 * @returns whether it was failed; if not, no client has seen it.
 */
export async function recordDifference(
  tx: Transaction,
  principal: Principal,
  { id, organizationId, accountId, amountCents, paymentMethod }: CollectedPaymentRow,
  posting: Posting,
): Promise<boolean> {
  const key = { id, organizationId };
  const held = await tx.first(principal, referenceOfPayment, key);
  const reference = held?.reference ?? id;
  await raiseDifference(tx, { reference, organizationId, accountId, amountCents, paymentMethod }, posting);
  await queueAccountImport(tx, { organizationId, accountId });
  return (await tx.first(principal, settleDiffering, key)) !== undefined;
}
