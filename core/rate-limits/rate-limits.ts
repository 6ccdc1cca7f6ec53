import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Check } from '../health/readiness.js';
import type { Logger } from '../logging/logger.js';
import type { ServiceParts } from '../service-parts.js';
import { rateLimitStoreLosses, rateLimitStoreLost } from '../telemetry/metrics.js';
import type { Clock } from '../time/clock.js';
import { type BucketState, type Decision, decide } from './decision.js';
import type { Bucket, Limits } from './limits.js';
import { loggableError, memoryStore, type RateLimitStore } from './stores.js';
import { BurstyWindows } from './windows.js';

/** Prefix of keys for addresses of unauthenticated callers; their denials are cached here. */
const ADDRESS = 'address:';

interface Denial {
  /** Milliseconds of the monotonic clock. */
  readonly until: number;
}

export interface RateLimitsParts extends Pick<ServiceParts, 'clock' | 'logger'> {
  readonly limits: Limits;
  readonly store: RateLimitStore;
}

/** How long a failed store is not called; for this time the process counts on its own. */
const STORE_REST_MS = 1_000;

/**
 * Limits the rate of a caller's requests. A store that fails or hangs never refuses or delays a request: memory is used
 * instead.
 */
export class RateLimits {
  readonly #limits: Limits;
  readonly #store: RateLimitStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #shared: Readonly<Record<Bucket, BurstyWindows>>;
  readonly #own: Readonly<Record<Bucket, BurstyWindows>>;
  readonly #denials = new LRUCache<string, Denial>({ max: 10_000 });
  #storeLost = false;
  #storeRestsUntil = 0;

  constructor({ limits, store, clock, logger }: RateLimitsParts) {
    this.#limits = limits;
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
    this.#shared = windows(limits, store);
    this.#own = store.name === 'memory' ? this.#shared : windows(limits, memoryStore());
  }

  /**
   * Takes one request from a bucket. `key` identifies the caller: a key's prefix, a client and its address, or an
   * address. It may be any text.
   */
  async consume(bucket: Bucket, key: string): Promise<Decision> {
    const denial = this.denial(bucket, key);
    if (denial !== undefined) return denial;
    const standing = await this.#standing(bucket, storable(key));
    if (!standing.allowed && key.startsWith(ADDRESS))
      this.#denials.set(`${bucket} ${storable(key)}`, { until: performance.now() + standing.msUntilRoom });
    return decide(bucket, this.#limits[bucket], standing, this.#clock);
  }

  /** The cached denial of an address until its wait is over; this needs no call to the store. */
  denial(bucket: Bucket, key: string): Decision | undefined {
    const msUntilRoom = (this.#denials.get(`${bucket} ${storable(key)}`)?.until ?? 0) - performance.now();
    if (msUntilRoom <= 0) return undefined;
    return decide(bucket, this.#limits[bucket], { allowed: false, remaining: 0, msUntilRoom }, this.#clock);
  }

  /**
   * Whether limits are counted in the shared store. Calls the store each time, because no request may have used it yet.
   */
  get check(): Check {
    return {
      name: `rate limits in ${this.#store.name}`,
      isRequired: false,
      passes: async () => {
        await this.#standing('api', 'health');
        return !this.#storeLost;
      },
    };
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #standing(bucket: Bucket, key: string): Promise<BucketState> {
    if (this.#store.name === 'memory') return this.#own[bucket].consume(key);
    if (this.#storeLost && performance.now() < this.#storeRestsUntil) return this.#own[bucket].consume(key);
    try {
      const standing = await this.#shared[bucket].consume(key);
      this.#found();
      return standing;
    } catch (error) {
      this.#lost(error);
      return this.#own[bucket].consume(key);
    }
  }

  #lost(error: unknown): void {
    this.#storeRestsUntil = performance.now() + STORE_REST_MS;
    if (this.#storeLost) return;
    this.#storeLost = true;
    rateLimitStoreLosses.inc();
    rateLimitStoreLost.set(1);
    this.#logger.warn(
      { ...loggableError(error), store: this.#store.name },
      'rate limits are counted in memory: their store is unavailable',
    );
  }

  #found(): void {
    if (!this.#storeLost) return;
    this.#storeLost = false;
    rateLimitStoreLost.set(0);
    this.#logger.info({ store: this.#store.name }, 'rate limits are counted in their store again');
  }
}

function windows(limits: Limits, store: RateLimitStore): Readonly<Record<Bucket, BurstyWindows>> {
  const of = (bucket: Bucket) => new BurstyWindows(bucket, limits[bucket], store.makeCounter);
  return { api: of('api'), token: of('token'), contact_reads: of('contact_reads') };
}

/** Keys contain text from clients; long or unusual ones are replaced by their hash. */
function storable(key: string): string {
  return /^[\x21-\x7e]{1,120}$/.test(key) ? key : createHash('sha256').update(key).digest('base64url');
}
