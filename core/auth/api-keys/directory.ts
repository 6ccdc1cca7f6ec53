import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import type { Clock } from '../../clock.js';
import { Problem } from '../../errors/problem.js';
import type { Logger } from '../../logger.js';
import type { Principal } from '../principal.js';
import { isScope, READ_SCOPES, SCOPES } from '../scopes.js';
import { hashApiKey, isPrefix } from './format.js';
import type { StoredApiKey } from './store.js';

/**
 * The longest that a process believes what it read of a key, counted from the start of the read on the monotonic clock.
 * A revocation waits this long before it returns, so that it is immediate (spec 5.2.5).
 */
export const KEY_BELIEVED_MS = 1_000;

/** What of a key the doors need. */
export interface ApiKeyRecord {
  readonly prefix: string;
  /** Who calls where the key's own scopes count: `/v1`, Area C, GraphQL. */
  readonly principal: Principal;
  /** Who calls on the unversioned surface: the key's own scopes and every read scope (DESIGN 3). */
  readonly reportingPrincipal: Principal;
  readonly hash: Buffer;
  readonly revoked: boolean;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number | undefined;
}

export interface KeyDirectoryParts {
  /** Reads one key from the database; undefined when there is none. */
  readonly read: (prefix: string) => Promise<StoredApiKey | undefined>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds that only ever grow. */
  readonly monotonic?: () => number;
  /** The most keys kept. */
  readonly size?: number;
}

interface Reading {
  readonly startedAt: number;
  readonly result: Promise<ApiKeyRecord | undefined>;
}

interface Believed {
  readonly record: ApiKeyRecord;
  readonly until: number;
}

/**
 * The keys that are alive, as this process sees them. At most one read per key and second, shared by all who wait for it;
 * a key that is not found is never remembered, so that a new one works at once.
 */
export class KeyDirectory {
  readonly #read: KeyDirectoryParts['read'];
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #monotonic: () => number;
  readonly #believed: LRUCache<string, Believed>;
  readonly #readings = new Map<string, Reading>();

  constructor(parts: KeyDirectoryParts) {
    this.#read = parts.read;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
    this.#monotonic = parts.monotonic ?? (() => performance.now());
    this.#believed = new LRUCache({ max: parts.size ?? 10_000 });
  }

  /**
   * The key of this prefix, if it may be used now: neither revoked, nor expired, nor without organizations (spec 5.2.2).
   *
   * @throws {Problem} `service_unavailable` when the database does not answer in time to be believed.
   */
  async living(prefix: string): Promise<ApiKeyRecord | undefined> {
    if (!isPrefix(prefix)) return undefined;
    const record = this.#remembered(prefix) ?? (await this.#lookUp(prefix));
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
    if (onlyKnown && !timingSafeEqual(presented, this.#believed.get(prefix)?.record.hash ?? NO_KEY)) return undefined;
    const record = await this.living(prefix);
    const matches = timingSafeEqual(presented, record?.hash ?? NO_KEY);
    return matches ? record : undefined;
  }

  /** Forgets what was read of a key, as a revocation asks for. Correctness never depends on it. */
  drop(prefix: string): void {
    this.#believed.delete(prefix);
    this.#readings.delete(prefix);
  }

  dropAll(): void {
    this.#believed.clear();
    this.#readings.clear();
  }

  #remembered(prefix: string): ApiKeyRecord | undefined {
    const believed = this.#believed.get(prefix);
    return believed !== undefined && this.#monotonic() < believed.until ? believed.record : undefined;
  }

  /**
   * A reading that began before this call may be joined when it finds the key, but not when it misses: the key may have
   * been created in between. What takes longer than it may be believed is not waited for, and read once more: a database
   * that has frozen keeps nobody waiting.
   */
  async #lookUp(prefix: string): Promise<ApiKeyRecord | undefined> {
    const askedAt = this.#monotonic();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const reading = this.#readings.get(prefix) ?? this.#begin(prefix);
      const record = await this.#finish(prefix, reading);
      if (record === 'late') continue;
      const inTime = this.#monotonic() - reading.startedAt < KEY_BELIEVED_MS;
      if (record !== undefined && inTime) return record;
      if (record === undefined && reading.startedAt >= askedAt) return undefined;
    }
    this.#logger.error({ prefix }, 'the database is too slow for what it says of a key to be believed');
    throw new Problem('service_unavailable');
  }

  #begin(prefix: string): Reading {
    const reading = { startedAt: this.#monotonic(), result: this.#read(prefix).then(toRecord) };
    this.#readings.set(prefix, reading);
    return reading;
  }

  async #finish(prefix: string, reading: Reading): Promise<ApiKeyRecord | undefined | 'late'> {
    const answered = new AbortController();
    const believableMs = Math.max(0, reading.startedAt + KEY_BELIEVED_MS - this.#monotonic());
    const late = sleep(believableMs, 'late' as const, { signal: answered.signal }).catch(() => 'late' as const);
    try {
      const record = await Promise.race([reading.result, late]);
      if (record === 'late') return record;
      // A reading that was dropped meanwhile must not come back as a belief.
      if (record !== undefined && this.#readings.get(prefix) === reading) {
        this.#believed.set(prefix, { record, until: reading.startedAt + KEY_BELIEVED_MS });
      }
      return record;
    } catch (error) {
      this.#logger.error({ err: error, prefix }, 'a key could not be looked up');
      throw new Problem('service_unavailable');
    } finally {
      answered.abort();
      if (this.#readings.get(prefix) === reading) this.#readings.delete(prefix);
    }
  }

  #isAlive(record: ApiKeyRecord): boolean {
    if (record.revoked || record.principal.organizationIds.length === 0) return false;
    return record.expiresAtMs === undefined || this.#clock.now().epochMilliseconds < record.expiresAtMs;
  }
}

/** Compared with when there is no key: no plaintext has this hash. */
const NO_KEY = Buffer.alloc(32);

function toRecord(stored: StoredApiKey | undefined): ApiKeyRecord | undefined {
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
    expiresAtMs: stored.expiresAt === null ? undefined : Temporal.Instant.from(stored.expiresAt).epochMilliseconds,
  };
}
