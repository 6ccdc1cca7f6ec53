import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Problem } from '../errors/problem.js';
import type { Logger } from '../logging/logger.js';

/**
 * The longest that a process believes what it read of a key or a token, counted from the start of the read on the monotonic
 * clock. A revocation waits this long before it returns, so that it is immediate.
 */
export const BELIEVED_MS = 1_000;

/** Longer than any process believes a reading, by more than a timer's imprecision. */
const REVOCATION_SETTLES_MS = BELIEVED_MS + 50;

/** From here on nothing that was read before is believed any more, by any process. */
export function revocationSettled(): Promise<void> {
  return sleep(REVOCATION_SETTLES_MS);
}

export interface BelievedReadingsParts<V> {
  /** Reads one from the database; undefined when there is none. */
  readonly read: (id: string) => Promise<V | undefined>;
  /** What it is that is read, for logs. */
  readonly what: string;
  readonly logger: Logger;
  /** Milliseconds that only ever grow. */
  readonly monotonic?: (() => number) | undefined;
  /** The most that are kept. */
  readonly size?: number | undefined;
}

interface Reading<V> {
  readonly startedAt: number;
  readonly result: Promise<V | undefined>;
}

interface Believed<V> {
  readonly value: V;
  readonly until: number;
}

/**
 * What this process has read of keys or tokens within the last second. At most one read per id and second, shared by all who
 * wait for it; what is not found is never remembered, so that a new one works at once.
 */
export class BelievedReadings<V extends object> {
  readonly #read: BelievedReadingsParts<V>['read'];
  readonly #what: string;
  readonly #logger: Logger;
  readonly #monotonic: () => number;
  readonly #believed: LRUCache<string, Believed<V>>;
  readonly #readings = new Map<string, Reading<V>>();

  constructor({ read, what, logger, monotonic = () => performance.now(), size = 10_000 }: BelievedReadingsParts<V>) {
    this.#read = read;
    this.#what = what;
    this.#logger = logger;
    this.#monotonic = monotonic;
    this.#believed = new LRUCache({ max: size });
  }

  /** @throws {Problem} `service_unavailable` when the database does not answer in time to be believed. */
  async get(id: string): Promise<V | undefined> {
    return this.#remembered(id) ?? this.#lookUp(id);
  }

  /** What this process read of one last, however long ago: only for what never changes. */
  met(id: string): V | undefined {
    return this.#believed.get(id)?.value;
  }

  /** Forgets what was read of one, as a revocation asks for. Correctness never depends on it. */
  drop(id: string): void {
    this.#believed.delete(id);
    this.#readings.delete(id);
  }

  dropAll(): void {
    this.#believed.clear();
    this.#readings.clear();
  }

  #remembered(id: string): V | undefined {
    const believed = this.#believed.get(id);
    return believed !== undefined && this.#monotonic() < believed.until ? believed.value : undefined;
  }

  /**
   * A reading that began before this call may be joined when it finds something, but not when it misses: it may have been
   * created in between. What takes longer than it may be believed is not waited for, and read once more: a database that has
   * frozen keeps nobody waiting.
   */
  async #lookUp(id: string): Promise<V | undefined> {
    const askedAt = this.#monotonic();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const reading = this.#readings.get(id) ?? this.#begin(id);
      const value = await this.#finish(id, reading);
      if (value === 'late') continue;
      const inTime = this.#monotonic() - reading.startedAt < BELIEVED_MS;
      if (value !== undefined && inTime) return value;
      if (value === undefined && reading.startedAt >= askedAt) return undefined;
    }
    this.#logger.error({ id }, `the database is too slow for what it says of ${this.#what} to be believed`);
    throw new Problem('service_unavailable');
  }

  #begin(id: string): Reading<V> {
    const reading = { startedAt: this.#monotonic(), result: this.#read(id) };
    this.#readings.set(id, reading);
    return reading;
  }

  async #finish(id: string, reading: Reading<V>): Promise<V | undefined | 'late'> {
    const answered = new AbortController();
    const believableMs = Math.max(0, reading.startedAt + BELIEVED_MS - this.#monotonic());
    const late = sleep(believableMs, 'late' as const, { signal: answered.signal }).catch(() => 'late' as const);
    try {
      const value = await Promise.race([reading.result, late]);
      if (value === 'late') return value;
      // A reading that was dropped meanwhile must not come back as a belief.
      if (value !== undefined && this.#readings.get(id) === reading) {
        this.#believed.set(id, { value, until: reading.startedAt + BELIEVED_MS });
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
