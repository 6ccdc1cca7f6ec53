import { recordSharedAct } from '../../audit/record.js';
import type { Database } from '../../db/database.js';
import { isId } from '../../ids/ids.js';
import { type Principal, systemPrincipal } from '../../principal/principal.js';
import type { ServiceParts } from '../../service-parts.js';
import { isoInstant } from '../../time/dates.js';
import { revocationEffective } from '../credential-cache.js';
import { REVOKED_CHANNEL } from '../listen-for-revocations.js';
import { allOperatorTokens, readOperatorToken, revokeStoredToken, type StoredOperatorToken } from './store.js';
import { withRoleNames } from './stored-rights.js';

const ADMINISTRATION = systemPrincipal('operator-tokens');

/** Oldest first, including revoked and expired ones, until a month after their end. */
export async function listOperatorTokens({ db }: { readonly db: Database }) {
  return (await allOperatorTokens(db.models(ADMINISTRATION))).map(listed);
}

/** With the current names of roles. */
export type ListedOperatorToken = ReturnType<typeof listed>;

function listed(record: StoredOperatorToken) {
  return { ...withRoleNames(record), isBrowserSession: record.sessionHash !== null };
}

export type OperatorTokenRevocation =
  | { readonly outcome: 'revoked' | 'already_revoked'; readonly token: ListedOperatorToken }
  | { readonly outcome: 'unknown' };

/**
 * Revokes one operator's token. When this returns, no process accepts it: it waits until every cached reading from
 * before the revocation has expired.
 */
export async function revokeOperatorToken(
  { db, clock }: Pick<ServiceParts, 'db' | 'clock'>,
  id: string,
  by: Principal,
): Promise<OperatorTokenRevocation> {
  if (!isId(id)) return { outcome: 'unknown' };
  const revoked = await db.transaction(async (tx) => {
    const revokedAt = isoInstant(clock.now());
    const stored = await tx.first(ADMINISTRATION, revokeStoredToken, { id, revokedAt, channel: REVOKED_CHANNEL });
    if (stored === undefined) return undefined;
    const change = { before: { revokedAt: null }, after: { revokedAt } };
    const { organizationIds } = stored;
    await recordSharedAct(tx, clock, by, { action: 'operator_token.revoke', subject: id, organizationIds, ...change });
    return stored;
  });
  // Wait for an already revoked token as well: the process that revoked it may have been killed while waiting.
  const token = revoked ?? (await db.first(ADMINISTRATION, readOperatorToken, { id }));
  if (token === undefined) return { outcome: 'unknown' };
  await revocationEffective();
  return { outcome: revoked === undefined ? 'already_revoked' : 'revoked', token: listed(token) };
}
