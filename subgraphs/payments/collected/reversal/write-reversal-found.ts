import type { Transaction } from '../../../../core/db/database.js';
import { isId, newId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { PostedReversal } from '../../../../loan-model/port.js';
import { heldReferences } from '../posting/references-of-request.store.js';
import { insertReversal, settleReversed } from './reversal.store.js';

/**
 * Writes the reversal that a payment already has at its loan system. It keeps the reference: the request that made it
 * may be repeated.
 */
export async function writeReversalFound(
  tx: Transaction,
  principal: Principal,
  payment: { readonly id: string; readonly organizationId: string },
  { reference, isNsf, referenceNumber, postedAt: reversedAt }: PostedReversal,
  id = newId(),
): Promise<void> {
  const { organizationId } = payment;
  const references = reference !== null && isId(reference) ? [reference] : [];
  // A reversal that was given up and carried out later has it already.
  const held = await tx.many(principal, heldReferences, { organizationId, references });
  await tx.first(principal, insertReversal, {
    ...{ id, organizationId, paymentId: payment.id, reason: null, isNsf, reversedBy: principal.actor, leaseMs: 0 },
    postingReference: held.length > 0 ? null : (references[0] ?? null),
  });
  await tx.first(principal, settleReversed, { id, organizationId, reversedAt, referenceNumber });
}
