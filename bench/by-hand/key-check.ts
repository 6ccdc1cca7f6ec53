import { createHash, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { type Caller, Refused } from './caller.js';

/** As long as the product trusts its reading of a key. */
const CACHED_MS = 1_000;
const PREFIX_LENGTH = 8;

const READ_KEY = `
  select k.hash, k.organization_ids, k.scopes from api_key k
   where k.prefix = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
     and exists (select from organization o where o.is_active and o.id = any(k.organization_ids))`;

interface KeyRow {
  readonly hash: Buffer;
  readonly organization_ids: readonly string[];
  readonly scopes: readonly string[];
}

interface Cached {
  readonly hash: Buffer;
  readonly caller: Caller;
  readonly until: number;
}

/** Checks the bearer of each request by its SHA-256. Keys are read again after a second, as in the product. */
export function keyCheck(pool: pg.Pool) {
  const known = new Map<string, Cached>();

  async function read(prefix: string): Promise<Cached> {
    const startedAt = performance.now();
    const { rows } = await pool.query<KeyRow>({ name: 'key', text: READ_KEY, values: [prefix] });
    const [row] = rows;
    if (row === undefined) throw new Refused(401, 'invalid_token');
    const caller = { actor: prefix, organizationIds: row.organization_ids, scopes: row.scopes };
    const fresh = { hash: row.hash, caller, until: startedAt + CACHED_MS };
    known.set(prefix, fresh);
    return fresh;
  }

  /** @param scope - undefined for reads that every key may make */
  return async (authorization: string | undefined, scope?: string): Promise<Caller> => {
    const bearer = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined;
    if (bearer === undefined) throw new Refused(401, 'missing_token');
    const prefix = bearer.slice(0, PREFIX_LENGTH);
    const cached = known.get(prefix);
    const key = cached !== undefined && performance.now() < cached.until ? cached : await read(prefix);
    if (!timingSafeEqual(createHash('sha256').update(bearer).digest(), key.hash))
      throw new Refused(401, 'invalid_token');
    if (scope !== undefined && !key.caller.scopes.includes(scope)) throw new Refused(403, 'insufficient_scope');
    return key.caller;
  };
}
