import { columns, derived, type RowOf } from '../../db/columns.js';
import { assigned } from '../../db/insert-sql.js';
import type { ScopedModels } from '../../db/prisma.js';
import { rowOf, selected } from '../../db/prisma-rows-by-columns.js';
import { statement } from '../../db/statement.js';
import type { RoleName } from '../../principal/roles.js';
import type { IsoInstant } from '../../time/dates.js';

const TOKEN = columns('OperatorToken', 't', [
  'id',
  'name',
  'displayName',
  'issuer',
  'sessionHash',
  'role',
  'organizationIds',
  'organizationRoles',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'createdBy',
  'identityHash',
  'lastActiveAt',
  'authenticatedAt',
]).as<{ role: RoleName; organizationRoles: readonly RoleName[] }>();

/** The record of an operator's token, or of a browser session: never its secret. Instants are ISO 8601 in UTC. */
export type StoredOperatorToken = RowOf<typeof TOKEN>;

const TOKEN_ID = { id: 'OperatorToken.id' } as const;

export const readOperatorToken = statement({
  name: 'operator_token.read',
  unscoped: 'before_the_organization_is_known',
  takes: TOKEN_ID,
  gives: TOKEN,
  text: ({ p }) => `select ${TOKEN} from operator_token t where t.id = ${p.id}`,
});

/** Oldest first. */
export async function allOperatorTokens({ operatorToken }: ScopedModels): Promise<readonly StoredOperatorToken[]> {
  const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const;
  const found = await operatorToken.findMany({ select: selected(TOKEN), orderBy: [...orderBy] });
  return found.map((row) => rowOf(TOKEN, row));
}

/** The browser sessions of identified people that have neither ended nor expired, oldest first. */
export async function activeSessions(
  { operatorToken }: ScopedModels,
  now: IsoInstant,
): Promise<readonly StoredOperatorToken[]> {
  const found = await operatorToken.findMany({
    select: selected(TOKEN),
    where: { identityHash: { not: null }, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return found.map((row) => rowOf(TOKEN, row));
}

/** Without the ID token, which requests do not need. */
type NewOperatorTokenRow = Omit<StoredOperatorToken, 'revokedAt' | OfSessions> &
  Partial<Pick<StoredOperatorToken, OfSessions>> & { readonly sealedIdToken?: string | null };
type OfSessions = 'identityHash' | 'lastActiveAt' | 'authenticatedAt';

export async function insertOperatorToken(
  { operatorToken }: ScopedModels,
  { organizationIds, organizationRoles, sessionHash, identityHash = null, ...row }: NewOperatorTokenRow,
): Promise<void> {
  const data = {
    ...row,
    organizationIds: [...organizationIds],
    organizationRoles: [...organizationRoles],
    sessionHash: sessionHash && new Uint8Array(sessionHash),
    identityHash: identityHash && new Uint8Array(identityHash),
  };
  await operatorToken.create({ select: { id: true }, data });
}

/** An ended browser session, with its sealed ID token. */
export async function readEndedSession({ operatorToken }: ScopedModels, id: string) {
  const select = { sessionHash: true, issuer: true, sealedIdToken: true } as const;
  return operatorToken.findFirst({ select, where: { id, revokedAt: { not: null } } });
}

export async function deleteIdToken({ operatorToken }: ScopedModels, id: string): Promise<void> {
  await operatorToken.updateMany({ where: { id }, data: { sealedIdToken: null } });
}

/**
 * Revokes the token and notifies every process at commit. Returns no row for one that is unknown or already revoked.
 */
export const revokeStoredToken = statement({
  name: 'operator_token.revoke',
  unscoped: 'administration_only',
  takes: { ...TOKEN_ID, revokedAt: 'timestamptz', channel: 'text' },
  gives: [TOKEN, derived({ notified: 'text' })],
  text: ({ p }) => `
    with revoked as (
      update operator_token set ${assigned('OperatorToken', { revokedAt: p.revokedAt })}
      where id = ${p.id} and revoked_at is null
      returning *
    )
    select ${TOKEN}, pg_notify(${p.channel}, t.id)::text as notified from revoked t`,
});

/** Notes an act of a session's operator. Not for a session that has been idle for too long: it has ended. */
export async function writeLastActive({ operatorToken }: ScopedModels, id: string, at: IsoInstant): Promise<void> {
  await operatorToken.updateMany({ where: { id, revokedAt: null }, data: { lastActiveAt: at } });
}

/** They can no longer be used; the audit log keeps who created them and for whom. */
export const deleteOldOperatorTokens = statement({
  name: 'operator_token.delete_old',
  unscoped: 'work_for_all_organizations',
  takes: { limit: 'int4' },
  gives: derived({ deleted: 'int8' }),
  text: ({ p }) => `
    with deleted as (
      delete from operator_token where id in (
        select id from operator_token where expires_at < now() - interval '30 days' limit ${p.limit}::int)
      returning 1)
    select count(*) as deleted from deleted`,
});
