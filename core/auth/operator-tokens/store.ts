import { columns, derived, type RowOf } from '../../db/columns.js';
import { statement } from '../../db/statement.js';
import { assigned, inserted, LEFT_OUT } from '../../db/written.js';
import type { OperatorRole } from '../principal.js';

const BEFORE_A_PRINCIPAL = 'tokens are looked up before there is a principal';
const ADMINISTRATION = 'operators stand above organizations: administration only';

const TOKEN = columns('OperatorToken', 't', [
  'id',
  'name',
  'role',
  'organizationIds',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'createdBy',
]).as<{ role: OperatorRole }>();

/** What is kept of an operator's token: never the token. Instants are ISO 8601 in UTC. */
export type StoredOperatorToken = RowOf<typeof TOKEN>;

const TOKEN_ID = { id: 'OperatorToken.id' } as const;

export const readOperatorToken = statement({
  name: 'operator_token.read',
  unscoped: BEFORE_A_PRINCIPAL,
  takes: TOKEN_ID,
  gives: TOKEN,
  text: ({ p }) => `select ${TOKEN} from operator_token t where t.id = ${p.id}`,
});

export const allOperatorTokens = statement({
  name: 'operator_token.all',
  unscoped: ADMINISTRATION,
  gives: TOKEN,
  text: () => `select ${TOKEN} from operator_token t order by t.created_at, t.id`,
});

const ID = columns('OperatorToken', 't', ['id']);

export const insertOperatorToken = statement({
  name: 'operator_token.insert',
  unscoped: ADMINISTRATION,
  takes: {
    ...TOKEN_ID,
    name: 'OperatorToken.name',
    role: 'OperatorToken.role',
    organizationIds: 'OperatorToken.organizationIds',
    createdAt: 'OperatorToken.createdAt',
    expiresAt: 'OperatorToken.expiresAt',
    createdBy: 'OperatorToken.createdBy',
  },
  gives: ID,
  text: ({ p }) => {
    const row = {
      id: p.id,
      name: p.name,
      role: p.role,
      organizationIds: p.organizationIds,
      createdAt: p.createdAt,
      expiresAt: p.expiresAt,
      revokedAt: LEFT_OUT,
      createdBy: p.createdBy,
    } as const;
    const { into, values } = inserted('OperatorToken', row, 't');
    return `insert into ${into} values (${values}) returning ${ID}`;
  },
});

/** Marks the token and tells every process, at commit. No row comes back for one that is unknown or already revoked. */
export const revokeStoredToken = statement({
  name: 'operator_token.revoke',
  unscoped: ADMINISTRATION,
  takes: { ...TOKEN_ID, revokedAt: 'timestamptz', channel: 'text' },
  gives: [TOKEN, derived({ told: 'text' })],
  text: ({ p }) => `
    with revoked as (
      update operator_token set ${assigned('OperatorToken', { revokedAt: p.revokedAt })}
      where id = ${p.id} and revoked_at is null
      returning *
    )
    select ${TOKEN}, pg_notify(${p.channel}, t.id)::text as told from revoked t`,
});

/** Nobody can use them any more; the audit keeps who made them and for whom. */
export const deleteOldOperatorTokens = statement({
  name: 'operator_token.delete_old',
  unscoped: 'housekeeping',
  takes: { limit: 'int4' },
  gives: derived({ deleted: 'int8' }),
  text: ({ p }) => `
    with deleted as (
      delete from operator_token where id in (
        select id from operator_token where expires_at < now() - interval '30 days' limit ${p.limit}::int)
      returning 1)
    select count(*) as deleted from deleted`,
});
