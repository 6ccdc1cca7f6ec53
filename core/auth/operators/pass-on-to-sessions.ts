import type { Transaction } from '../../db/database.js';
import { systemPrincipal } from '../../principal/principal.js';
import type { IsoInstant } from '../../time/dates.js';
import { REVOKED_CHANNEL } from '../listen-for-revocations.js';
import { type StoredOperator, updateSessions } from './store.js';

const ADMINISTRATION = systemPrincipal('operators');

/**
 * Gives a person's sessions the rights of the record; with `endedAt`, or for a disabled person, ends them. Every process
 * follows within a second (`revocationEffective`). Returns how many there were.
 */
export async function passOnToSessions(
  tx: Transaction,
  { identityHash, role, organizationIds, organizationRoles, disabledAt }: StoredOperator,
  endedAt: IsoInstant | null = disabledAt,
): Promise<number> {
  if (identityHash === null) return 0;
  const identity = { identityHash: Buffer.from(identityHash), endedAt, channel: REVOKED_CHANNEL };
  const rights = { role, organizationIds: [...organizationIds], organizationRoles: [...organizationRoles] };
  return (await tx.many(ADMINISTRATION, updateSessions, { ...identity, ...rights })).length;
}
