import { timingSafeEqual } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Logger } from '../../logging/logger.js';
import type { Principal } from '../../principal/principal.js';
import { isScope, READ_SCOPES, SCOPES } from '../../principal/scopes.js';
import type { Clock } from '../../time/clock.js';
import { BelievedReadings } from '../believed-readings.js';
import { hashApiKey, isPrefix } from './format.js';
import type { ApiKeyReading } from './store.js';

/** What of a key the doors need. */
export interface ApiKeyRecord {
  readonly prefix: string;
  /** Who calls where the key's own scopes count: `/v1`, Area C, GraphQL. */
  readonly principal: Principal;
  /** Who calls on the unversioned surface: the key's own scopes and every read scope. */
  readonly reportingPrincipal: Principal;
  readonly hash: Buffer;
  readonly revoked: boolean;
  readonly hasActiveOrganization: boolean;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number | undefined;
}

export interface KeyDirectoryParts {
  /** Reads one key from the database; undefined when there is none. */
  readonly read: (prefix: string) => Promise<ApiKeyReading | undefined>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds that only ever grow. */
  readonly monotonic?: () => number;
  /** The most keys kept. */
  readonly size?: number;
}

/** The keys that are alive, as this process sees them. */
export class KeyDirectory {
  readonly #clock: Clock;
  readonly #keys: BelievedReadings<ApiKeyRecord>;

  constructor({ read, clock, logger, monotonic, size }: KeyDirectoryParts) {
    this.#clock = clock;
    const record = async (prefix: string) => toRecord(await read(prefix));
    this.#keys = new BelievedReadings({ read: record, what: 'a key', logger, monotonic, size });
  }

  /**
   * The key of this prefix, if it may be used now: neither revoked, nor expired, nor without an active organization.
   *
   * @throws {Problem} `service_unavailable` when the database does not answer in time to be believed.
   */
  async living(prefix: string): Promise<ApiKeyRecord | undefined> {
    if (!isPrefix(prefix)) return undefined;
    const record = await this.#keys.get(prefix);
    return record !== undefined && this.#isAlive(record) ? record : undefined;
  }

  /**
   * The living key whose plaintext this is. Takes as long for a wrong secret as for an unknown key.
   *
   * @param onlyKnown - asks the database only for who holds a key that this process has met: whoever guesses costs it nothing.
   */
  async holder(prefix: string, plaintext: string, onlyKnown = false): Promise<ApiKeyRecord | undefined> {
    const presented = hashApiKey(plaintext);
    // What it was read to be may be old, but a key's secret never changes.
    if (onlyKnown && !timingSafeEqual(presented, this.#keys.met(prefix)?.hash ?? NO_KEY)) return undefined;
    const record = await this.living(prefix);
    const matches = timingSafeEqual(presented, record?.hash ?? NO_KEY);
    return matches ? record : undefined;
  }

  /** Forgets what was read of a key, as a revocation asks for. Correctness never depends on it. */
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
