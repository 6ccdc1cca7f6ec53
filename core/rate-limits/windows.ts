import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { BucketState } from './decision.js';
import { BURST_WINDOW_SECONDS, type Bucket, type BucketLimits, sustainedWindow } from './limits.js';

/** A counter of points per key in a window, in some store. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'points'>;

export interface CounterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  /** Whole seconds. */
  readonly duration: number;
}

export type MakeCounter = (options: CounterOptions) => Counter;

/**
 * The rule of rate-limiter-flexible's BurstyRateLimiter: when the sustained window is used up, a request takes from the
 * burst. Implemented here because that class does not return the rest of the burst, which RateLimit-Remaining needs.
 */
export class BurstyWindows {
  readonly #sustained: Counter;
  readonly #burst: Counter;

  constructor(bucket: Bucket, limits: BucketLimits, make: MakeCounter) {
    this.#sustained = make({ keyPrefix: `tributary:${bucket}:sustained`, ...sustainedWindow(limits.perMinute) });
    this.#burst = make({
      keyPrefix: `tributary:${bucket}:burst`,
      points: limits.burst,
      duration: BURST_WINDOW_SECONDS,
    });
  }

  /** Takes one request from the bucket. Rejects only when the store fails. */
  async consume(key: string): Promise<BucketState> {
    // Sent together, so that a remote store answers both in one round trip.
    const [sustained, burstBefore] = await Promise.all([taken(this.#sustained, key), this.#burst.get(key)]);
    if (sustained.allowed) {
      const burstLeft = burstBefore?.remainingPoints ?? this.#burst.points;
      return {
        allowed: true,
        remaining: sustained.left.remainingPoints + burstLeft,
        msUntilRoom: sooner(sustained.left, burstBefore ?? undefined),
      };
    }
    const burst = await taken(this.#burst, key);
    return {
      allowed: burst.allowed,
      remaining: burst.left.remainingPoints,
      msUntilRoom: sooner(sustained.left, burst.left),
    };
  }
}

/** When a window is used up, the library rejects with its result; this returns it as a value. */
async function taken(counter: Counter, key: string): Promise<{ allowed: boolean; left: RateLimiterRes }> {
  try {
    return { allowed: true, left: await counter.consume(key) };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { allowed: false, left: error };
    throw error;
  }
}

function sooner(sustained: RateLimiterRes, burst: RateLimiterRes | undefined): number {
  return burst === undefined ? sustained.msBeforeNext : Math.min(sustained.msBeforeNext, burst.msBeforeNext);
}
