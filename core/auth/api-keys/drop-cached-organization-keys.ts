import type { Transaction } from '../../db/database.js';
import { systemPrincipal } from '../../principal/principal.js';
import { revocationEffective } from '../credential-cache.js';
import { REVOKED_CHANNEL } from '../listen-for-revocations.js';
import { notifyKeysOfOrganization } from './store.js';

const ADMINISTRATION = systemPrincipal('api-keys');

/**
 * Runs in the transaction that makes an organization active or inactive: every process drops its cached readings of
 * the organization's keys.
 */
export async function dropCachedKeysOf(tx: Transaction, organizationId: string): Promise<void> {
  await tx.first(ADMINISTRATION, notifyKeysOfOrganization, { organizationId, channel: REVOKED_CHANNEL });
}

/** Call it after that transaction: it waits until every earlier reading has expired, as after a revocation. */
export function cachedKeysDropped(): Promise<void> {
  return revocationEffective();
}
