import { columns, derived, type RowOf, typesOf } from '../../db/columns.js';
import { assigned, inserted, leftOut, sameNamed } from '../../db/insert-sql.js';
import type { ScopedModels } from '../../db/prisma.js';
import { rowOf, selected } from '../../db/prisma-rows-by-columns.js';
import { statement } from '../../db/statement.js';

const KEY = columns('ApiKey', 'k', [
  'prefix',
  'name',
  'hash',
  'organizationIds',
  'scopes',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
]);

/** A key as stored. Instants are ISO 8601 in UTC. */
export type StoredApiKey = RowOf<typeof KEY>;

/** Whether any organization of its allowlist is active: if none is, the key gives no access. */
const ACTIVITY = derived({ hasActiveOrganization: 'bool' });

/** A key as authentication reads it. */
export type ApiKeyReading = StoredApiKey & RowOf<typeof ACTIVITY>;

const KEY_ID = { prefix: 'ApiKey.prefix' } as const;

export const readApiKey = statement({
  name: 'api_key.read',
  unscoped: 'before_the_organization_is_known',
  takes: KEY_ID,
  gives: [KEY, ACTIVITY],
  text: ({ p }) => `
    select ${KEY}, exists (
             select 1 from organization o
              where o.is_active and o.id = any(array(select unnest(named.organization_ids) from api_key named where named.prefix = ${p.prefix})))
           as "hasActiveOrganization"
      from api_key k where k.prefix = ${p.prefix}`,
});

/** Locked until the transaction ends, so that it cannot be revoked before. */
export const lockApiKey = statement({
  name: 'api_key.lock',
  unscoped: 'administration_only',
  takes: KEY_ID,
  gives: KEY,
  text: ({ p }) => `select ${KEY} from api_key k where k.prefix = ${p.prefix} for update`,
});

/** Oldest first. */
export async function allApiKeys({ apiKey }: ScopedModels): Promise<readonly StoredApiKey[]> {
  const found = await apiKey.findMany({ select: selected(KEY), orderBy: [{ createdAt: 'asc' }, { prefix: 'asc' }] });
  return found.map((row) => rowOf(KEY, row));
}

/** Returns no row when the prefix is taken. */
export const insertApiKey = statement({
  name: 'api_key.insert',
  unscoped: 'administration_only',
  takes: {
    ...KEY_ID,
    ...typesOf('ApiKey', ['name', 'hash', 'organizationIds', 'scopes', 'createdAt', 'expiresAt']),
  },
  gives: KEY,
  text: ({ p }) => {
    const row = {
      ...sameNamed(p, ['prefix', 'name', 'hash', 'organizationIds', 'scopes', 'createdAt', 'expiresAt']),
      ...leftOut('revokedAt', 'lastUsedAt'),
    } as const;
    const { into, values } = inserted('ApiKey', row, 'k');
    return `insert into ${into} values (${values}) on conflict (prefix) do nothing returning ${KEY}`;
  },
});

/**
 * Revokes the key and notifies every process at commit. Returns no row for a key that is unknown or already revoked.
 */
export const revokeStoredKey = statement({
  name: 'api_key.revoke',
  unscoped: 'administration_only',
  takes: { ...KEY_ID, revokedAt: 'timestamptz', channel: 'text' },
  gives: [KEY, derived({ notified: 'text' })],
  text: ({ p }) => `
    with revoked as (
      update api_key set ${assigned('ApiKey', { revokedAt: p.revokedAt })}
      where prefix = ${p.prefix} and revoked_at is null
      returning *
    )
    select ${KEY}, pg_notify(${p.channel}, k.prefix)::text as notified from revoked k`,
});

/** The ids that belong to an organization. */
export async function existingOrganizations(
  { organization }: ScopedModels,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await organization.findMany({ select: { id: true }, where: { id: { in: [...ids] } } });
  return found.map(({ id }) => id);
}

/** How many of the organizations are sandboxes. */
export function sandboxOrganizations({ organization }: ScopedModels, ids: readonly string[]): Promise<number> {
  return organization.count({ where: { id: { in: [...ids] }, isSandbox: true } });
}

/** Notifies every process at commit to read the organization's keys again. */
export const notifyKeysOfOrganization = statement({
  name: 'api_key.tell_of_organization',
  unscoped: 'administration_only',
  takes: { organizationId: 'Organization.id', channel: 'text' },
  gives: derived({ notified: 'int8' }),
  text: ({ p }) => `
    select count(pg_notify(${p.channel}, prefix)::text) as notified from api_key
     where ${p.organizationId}::text = any(organization_ids) and revoked_at is null`,
});
