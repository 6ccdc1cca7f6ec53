import { timingSafeEqual } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Principal } from '../../principal/principal.js';
import { isScope, READ_SCOPES, SCOPES } from '../../principal/scopes.js';
import type { ServiceParts } from '../../service-parts.js';
import type { Clock } from '../../time/clock.js';
import { CredentialCache } from '../credential-cache.js';
import { hashApiKey, isPrefix } from './format.js';
import type { ApiKeyReading } from './store.js';

/** The part of a key that authentication needs. */
export interface ApiKeyRecord {
  readonly prefix: string;
  /** The principal where the key's own scopes count: `/v1`, Area C, GraphQL. */
  readonly principal: Principal;
  /** The principal on the unversioned surface: the key's own scopes and every read scope. */
  readonly reportingPrincipal: Principal;
  readonly hash: Buffer;
  readonly revoked: boolean;
  readonly hasActiveOrganization: boolean;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number | undefined;
}

export interface KeyDirectoryParts extends Pick<ServiceParts, 'clock' | 'logger'> {
  /** Reads one key from the database; undefined when there is none. */
  readonly read: (prefix: string) => Promise<ApiKeyReading | undefined>;
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number;
  /** The largest number of keys kept. */
  readonly size?: number;
}

/** The valid keys, as this process sees them. */
export class KeyDirectory {
  readonly #clock: Clock;
  readonly #keys: CredentialCache<ApiKeyRecord>;

  constructor({ read, clock, logger, monotonic, size }: KeyDirectoryParts) {
    this.#clock = clock;
    const record = async (prefix: string) => toRecord(await read(prefix));
    this.#keys = new CredentialCache({ read: record, what: 'a key', logger, monotonic, size });
  }

  /**
   * The key with this prefix, if it may be used now: not revoked, not expired, and with an active organization.
   *
   * @throws {Problem} `service_unavailable` when the database is too slow for its answer to be fresh.
   */
  async validKey(prefix: string): Promise<ApiKeyRecord | undefined> {
    if (!isPrefix(prefix)) return undefined;
    const record = await this.#keys.get(prefix);
    return record !== undefined && this.#isAlive(record) ? record : undefined;
  }

  /**
   * The valid key with this plaintext. Takes equally long for a wrong secret and for an unknown key.
   *
   * @param onlyKnown - reads the database only when this process has already read a key with this secret, so that
   * guesses cost it nothing.
   */
  async keyOfPlaintext(prefix: string, plaintext: string, onlyKnown = false): Promise<ApiKeyRecord | undefined> {
    const presented = hashApiKey(plaintext);
    // The cached reading may be old, but a key's secret never changes.
    if (onlyKnown && !timingSafeEqual(presented, this.#keys.lastRead(prefix)?.hash ?? NO_KEY)) return undefined;
    const record = await this.validKey(prefix);
    const matches = timingSafeEqual(presented, record?.hash ?? NO_KEY);
    return matches ? record : undefined;
  }

  /** Drops the cached reading of a key after its revocation. Correctness never depends on it. */
  drop(prefix: string): void {
    this.#keys.drop(prefix);
  }

  dropAll(): void {
    this.#keys.dropAll();
  }

  #isAlive(record: ApiKeyRecord): boolean {
    if (record.revoked || !record.hasActiveOrganization) return false;
    return record.expiresAtMs === undefined || this.#clock.now().epochMilliseconds < record.expiresAtMs;
  }
}

/** Compared with when there is no key: no plaintext has this hash. */
const NO_KEY = Buffer.alloc(32);

function toRecord(stored: ApiKeyReading | undefined): ApiKeyRecord | undefined {
  if (stored === undefined) return undefined;
  const scopes = stored.scopes.filter(isScope);
  const principal: Principal = {
    kind: 'api_key',
    actor: stored.prefix,
    organizationIds: stored.organizationIds,
    scopes,
  };
  return {
    prefix: stored.prefix,
    principal,
    reportingPrincipal: {
      ...principal,
      scopes: SCOPES.filter((scope) => scopes.includes(scope) || READ_SCOPES.includes(scope)),
    },
    hash: stored.hash,
    revoked: stored.revokedAt !== null,
    hasActiveOrganization: stored.hasActiveOrganization,
    expiresAtMs: stored.expiresAt === null ? undefined : Temporal.Instant.from(stored.expiresAt).epochMilliseconds,
  };
}
