/**
 * The buckets: `api` for account-data traffic, `token` for the token exchange, `contact_reads` for operators' requests
 * that read contact data, which count in `api` too.
 */
export type Bucket = 'api' | 'token' | 'contact_reads';

/** The limits of a bucket. */
export interface BucketLimits {
  /** Sustained requests per minute. */
  readonly perMinute: number;
  /** Requests beyond the sustained rate, within any minute. */
  readonly burst: number;
}

export type Limits = Readonly<Record<Bucket, BucketLimits>>;

/** Seconds until the burst capacity is restored. */
export const BURST_WINDOW_SECONDS = 60;

export interface Window {
  readonly points: number;
  /** Whole seconds, because every store supports those. */
  readonly duration: number;
}

/**
 * The sustained rate in the shortest window of whole seconds that expresses it exactly: 600 a minute are 10 a second,
 * 90 a minute are 3 in two seconds. With a shorter window, capacity returns sooner.
 */
export function sustainedWindow(perMinute: number): Window {
  const divisor = greatestCommonDivisor(perMinute, 60);
  return { points: perMinute / divisor, duration: 60 / divisor };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
