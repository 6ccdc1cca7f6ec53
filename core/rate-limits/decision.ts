import { Problem } from '../errors/problem.js';
import type { Clock } from '../time/clock.js';
import { isoInstant } from '../time/dates.js';
import type { Bucket, BucketLimits } from './limits.js';

/** The outcome of one request in its bucket. */
export interface Decision {
  readonly bucket: Bucket;
  readonly allowed: boolean;
  readonly limitPerMinute: number;
  readonly burstCapacity: number;
  /** The number of requests that would be admitted now: the rest of the current window and of the burst. */
  readonly remaining: number;
  /** Seconds until another request is admitted; 0 while something remains. */
  readonly resetSeconds: number;
  /** At least 1; only for a denied request. */
  readonly retryAfterSeconds?: number;
  /** The instant at which a request is admitted again; only for a denied request. */
  readonly resetAt?: string;
}

/** The state of a bucket's two windows after a request. */
export interface BucketState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Milliseconds until the first of the windows restarts. */
  readonly msUntilRoom: number;
}

export function decide(bucket: Bucket, limits: BucketLimits, standing: BucketState, clock: Clock): Decision {
  const { allowed } = standing;
  const milliseconds = Math.max(standing.msUntilRoom, 0);
  const seconds = Math.max(Math.ceil(milliseconds / 1000), 1);
  const common = { bucket, allowed, limitPerMinute: limits.perMinute, burstCapacity: limits.burst };
  if (allowed) return { ...common, remaining: standing.remaining, resetSeconds: standing.remaining > 0 ? 0 : seconds };
  return {
    ...common,
    remaining: 0,
    resetSeconds: seconds,
    retryAfterSeconds: seconds,
    resetAt: isoInstant(clock.now().add({ milliseconds: Math.ceil(milliseconds) })),
  };
}

/** The headers of every answer of a limited route; with `Retry-After` when denied. */
export function rateLimitHeaders(decision: Decision): Readonly<Record<string, string>> {
  return {
    'RateLimit-Limit': String(decision.limitPerMinute),
    'RateLimit-Remaining': String(decision.remaining),
    'RateLimit-Reset': String(decision.resetSeconds),
    ...(decision.retryAfterSeconds !== undefined && { 'Retry-After': String(decision.retryAfterSeconds) }),
  };
}

/** The 429 of a denied request, with the fields of the contract. */
export function rateLimitedProblem(decision: Decision): Problem {
  return new Problem('rate_limited', {
    bucket: decision.bucket,
    limit_per_minute: decision.limitPerMinute,
    burst_capacity: decision.burstCapacity,
    retry_after_seconds: decision.retryAfterSeconds ?? 1,
    reset_at: decision.resetAt ?? null,
  });
}
