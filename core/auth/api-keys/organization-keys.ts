import type { Transaction } from '../../db/database.js';
import { systemPrincipal } from '../../principal/principal.js';
import { revocationSettled } from '../believed-readings.js';
import { REVOKED_CHANNEL } from '../revocations.js';
import { tellKeysOfOrganization } from './store.js';

const ADMINISTRATION = systemPrincipal('api-keys');

/** In the transaction that makes an organization active or inactive: every process drops what it had read of its keys. */
export async function rereadKeysOf(tx: Transaction, organizationId: string): Promise<void> {
  await tx.first(ADMINISTRATION, tellKeysOfOrganization, { organizationId, channel: REVOKED_CHANNEL });
}

/** After that transaction: until everything read before it is too old to be believed, as with a revocation. */
export function keysAreReread(): Promise<void> {
  return revocationSettled();
}
