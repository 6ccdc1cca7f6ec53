import { statement } from '../../db/statement.js';
import type { OperatorRole } from '../principal.js';

const BEFORE_A_PRINCIPAL = 'tokens are looked up before there is a principal';
const ADMINISTRATION = 'operators stand above organizations: administration only';

/** What is kept of an operator's token: never the token. Instants are ISO 8601 in UTC. */
export interface StoredOperatorToken {
  /** The token's `jti`. */
  readonly id: string;
  /** Who it is for: the token's subject. */
  readonly name: string;
  readonly role: OperatorRole;
  /** Empty: every organization. */
  readonly organizationIds: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  /** Who made it. */
  readonly createdBy: string;
}

const COLUMNS = `id, name, role, organization_ids as "organizationIds", created_at as "createdAt",
  expires_at as "expiresAt", revoked_at as "revokedAt", created_by as "createdBy"`;

export const readOperatorToken = statement<{ id: string }, StoredOperatorToken>({
  name: 'operator_token.read',
  unscoped: BEFORE_A_PRINCIPAL,
  text: ({ p }) => `select ${COLUMNS} from operator_token where id = ${p.id}`,
});

export const allOperatorTokens = statement<Record<never, never>, StoredOperatorToken>({
  name: 'operator_token.all',
  unscoped: ADMINISTRATION,
  text: () => `select ${COLUMNS} from operator_token order by created_at, id`,
});

export type NewOperatorToken = Omit<StoredOperatorToken, 'revokedAt'> & {
  readonly [column: string]: string | readonly string[];
};

export const insertOperatorToken = statement<NewOperatorToken, { id: string }>({
  name: 'operator_token.insert',
  unscoped: ADMINISTRATION,
  text: ({ p }) => `
    insert into operator_token (id, name, role, organization_ids, created_at, expires_at, created_by)
    values (${p.id}, ${p.name}, ${p.role}, ${p.organizationIds}::text[], ${p.createdAt}::timestamptz,
      ${p.expiresAt}::timestamptz, ${p.createdBy})
    returning id`,
});

/** Marks the token and tells every process, at commit. No row comes back for one that is unknown or already revoked. */
export const revokeStoredToken = statement<{ id: string; revokedAt: string; channel: string }, StoredOperatorToken>({
  name: 'operator_token.revoke',
  unscoped: ADMINISTRATION,
  text: ({ p }) => `
    with revoked as (
      update operator_token set revoked_at = ${p.revokedAt}::timestamptz
      where id = ${p.id} and revoked_at is null
      returning *
    )
    select ${COLUMNS}, pg_notify(${p.channel}, id)::text as told from revoked`,
});

/** Nobody can use them any more; the audit keeps who made them and for whom. */
export const deleteOldOperatorTokens = statement<{ limit: number }, { deleted: number }>({
  name: 'operator_token.delete_old',
  unscoped: 'housekeeping',
  text: ({ p }) => `
    with deleted as (
      delete from operator_token where id in (
        select id from operator_token where expires_at < now() - interval '30 days' limit ${p.limit}::int)
      returning 1)
    select count(*) as deleted from deleted`,
});
