import { statement } from '../../db/statement.js';

const BEFORE_A_PRINCIPAL = 'keys are looked up before there is a principal';
const ADMINISTRATION = 'keys stand above organizations: administration only';

/** A key as stored. Instants are ISO 8601 in UTC. */
export interface StoredApiKey {
  readonly prefix: string;
  readonly name: string;
  /** SHA-256 of the plaintext. */
  readonly hash: Buffer;
  readonly organizationIds: readonly string[];
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** A key as the doors read it. */
export interface ApiKeyReading extends StoredApiKey {
  /** Whether any organization of its allowlist is active: if none is, the key opens nothing. */
  readonly hasActiveOrganization: boolean;
}

const COLUMNS = `prefix, name, hash, organization_ids as "organizationIds", scopes, created_at as "createdAt",
  expires_at as "expiresAt", revoked_at as "revokedAt"`;

export const readApiKey = statement<{ prefix: string }, ApiKeyReading>({
  name: 'api_key.read',
  unscoped: BEFORE_A_PRINCIPAL,
  text: ({ p }) => `
    select ${COLUMNS}, exists (select from organization o where o.id = any(organization_ids) and o.is_active)
           as "hasActiveOrganization"
      from api_key where prefix = ${p.prefix}`,
});

/** Held until the transaction ends: it is not revoked meanwhile. */
export const lockApiKey = statement<{ prefix: string }, StoredApiKey>({
  name: 'api_key.lock',
  unscoped: ADMINISTRATION,
  text: ({ p }) => `select ${COLUMNS} from api_key where prefix = ${p.prefix} for update`,
});

export const allApiKeys = statement<Record<never, never>, StoredApiKey>({
  name: 'api_key.all',
  unscoped: ADMINISTRATION,
  text: () => `select ${COLUMNS} from api_key order by created_at, prefix`,
});

interface NewApiKey {
  readonly [column: string]: string | null | Buffer | readonly string[];
  readonly prefix: string;
  readonly name: string;
  readonly hash: Buffer;
  readonly organizationIds: readonly string[];
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** No row comes back when the prefix is taken. */
export const insertApiKey = statement<NewApiKey, StoredApiKey>({
  name: 'api_key.insert',
  unscoped: ADMINISTRATION,
  text: ({ p }) => `
    insert into api_key (prefix, name, hash, organization_ids, scopes, created_at, expires_at)
    values (${p.prefix}, ${p.name}, ${p.hash}, ${p.organizationIds}::text[], ${p.scopes}::text[],
      ${p.createdAt}::timestamptz, ${p.expiresAt}::timestamptz)
    on conflict (prefix) do nothing
    returning ${COLUMNS}`,
});

/** Marks the key and tells every process, at commit. No row comes back for a key that is unknown or already revoked. */
export const revokeStoredKey = statement<{ prefix: string; revokedAt: string; channel: string }, StoredApiKey>({
  name: 'api_key.revoke',
  unscoped: ADMINISTRATION,
  text: ({ p }) => `
    with revoked as (
      update api_key set revoked_at = ${p.revokedAt}::timestamptz
      where prefix = ${p.prefix} and revoked_at is null
      returning *
    )
    select ${COLUMNS}, pg_notify(${p.channel}, prefix)::text as told from revoked`,
});

export const existingOrganizations = statement<{ ids: readonly string[] }, { id: string }>({
  name: 'api_key.organizations',
  unscoped: ADMINISTRATION,
  text: ({ p }) => `select id from organization where id = any(${p.ids}::text[])`,
});

/** Has every process read the keys of an organization anew, at commit. */
export const tellKeysOfOrganization = statement<{ organizationId: string; channel: string }, { told: number }>({
  name: 'api_key.tell_of_organization',
  unscoped: ADMINISTRATION,
  text: ({ p }) => `
    select count(pg_notify(${p.channel}, prefix)::text) as told from api_key
     where ${p.organizationId}::text = any(organization_ids) and revoked_at is null`,
});
