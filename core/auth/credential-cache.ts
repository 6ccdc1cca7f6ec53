import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Problem } from '../errors/problem.js';
import type { Logger } from '../logging/logger.js';

/**
 * The longest that a process trusts its reading of a key or a token, counted from the start of the read on the
 * monotonic clock. A revocation waits this long before it returns, so that it is immediate for callers.
 */
export const CACHED_MS = 1_000;

/** Longer than any process trusts a reading, by more than a timer's imprecision. */
const REVOCATION_SETTLES_MS = CACHED_MS + 50;

/** Waits until no process trusts a reading made before this call. */
export function revocationEffective(): Promise<void> {
  return sleep(REVOCATION_SETTLES_MS);
}

export interface CredentialCacheParts<V> {
  /** Reads one from the database; undefined when there is none. */
  readonly read: (id: string) => Promise<V | undefined>;
  /** What is read, for logs. */
  readonly what: string;
  readonly logger: Logger;
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: (() => number) | undefined;
  /** The largest number kept. */
  readonly size?: number | undefined;
}

interface Reading<V> {
  readonly startedAt: number;
  readonly result: Promise<V | undefined>;
}

interface Cached<V> {
  readonly value: V;
  readonly until: number;
}

/**
 * A cache of the keys or tokens that this process has read within the last second. There is at most one read per id
 * and second, shared by all requests that wait for it. A miss is never cached, so that a new key works at once.
 */
export class CredentialCache<V extends object> {
  readonly #read: CredentialCacheParts<V>['read'];
  readonly #what: string;
  readonly #logger: Logger;
  readonly #monotonic: () => number;
  readonly #cached: LRUCache<string, Cached<V>>;
  readonly #readings = new Map<string, Reading<V>>();

  constructor({ read, what, logger, monotonic = () => performance.now(), size = 10_000 }: CredentialCacheParts<V>) {
    this.#read = read;
    this.#what = what;
    this.#logger = logger;
    this.#monotonic = monotonic;
    this.#cached = new LRUCache({ max: size });
  }

  /** @throws {Problem} `service_unavailable` when the database is too slow for its answer to be fresh. */
  async get(id: string): Promise<V | undefined> {
    return this.#remembered(id) ?? this.#lookUp(id);
  }

  /** This process's last reading of an id, however old: only for fields that never change. */
  lastRead(id: string): V | undefined {
    return this.#cached.get(id)?.value;
  }

  /** Drops a cached reading after a revocation. Correctness never depends on it. */
  drop(id: string): void {
    this.#cached.delete(id);
    this.#readings.delete(id);
  }

  dropAll(): void {
    this.#cached.clear();
    this.#readings.clear();
  }

  #remembered(id: string): V | undefined {
    const cached = this.#cached.get(id);
    return cached !== undefined && this.#monotonic() < cached.until ? cached.value : undefined;
  }

  /**
   * A call may share a read that began earlier if it finds something, but not if it misses: the row may have been
   * created since. A read that takes longer than it may be trusted is abandoned and tried once more: a frozen
   * database keeps no request waiting.
   */
  async #lookUp(id: string): Promise<V | undefined> {
    const askedAt = this.#monotonic();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const reading = this.#readings.get(id) ?? this.#begin(id);
      const value = await this.#finish(id, reading);
      if (value === 'late') continue;
      const inTime = this.#monotonic() - reading.startedAt < CACHED_MS;
      if (value !== undefined && inTime) return value;
      if (value === undefined && reading.startedAt >= askedAt) return undefined;
    }
    this.#logger.error({ id }, `the database is too slow: its answer about ${this.#what} would be out of date`);
    throw new Problem('service_unavailable');
  }

  #begin(id: string): Reading<V> {
    const reading = { startedAt: this.#monotonic(), result: this.#read(id) };
    this.#readings.set(id, reading);
    return reading;
  }

  async #finish(id: string, reading: Reading<V>): Promise<V | undefined | 'late'> {
    const answered = new AbortController();
    const believableMs = Math.max(0, reading.startedAt + CACHED_MS - this.#monotonic());
    const late = sleep(believableMs, 'late' as const, { signal: answered.signal }).catch(() => 'late' as const);
    try {
      const value = await Promise.race([reading.result, late]);
      if (value === 'late') return value;
      // A reading that was dropped in the meantime must not return to the cache.
      if (value !== undefined && this.#readings.get(id) === reading) {
        this.#cached.set(id, { value, until: reading.startedAt + CACHED_MS });
      }
      return value;
    } catch (error) {
      this.#logger.error({ err: error, id }, `${this.#what} could not be looked up`);
      throw new Problem('service_unavailable');
    } finally {
      answered.abort();
      if (this.#readings.get(id) === reading) this.#readings.delete(id);
    }
  }
}
