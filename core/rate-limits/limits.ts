/**
 * The buckets: `api` is account-data traffic, `token` is the token exchange, `contact_reads` are operators' requests that read
 * contact data, which count in `api` too.
 */
export type Bucket = 'api' | 'token' | 'contact_reads';

/** What a bucket takes. */
export interface BucketLimits {
  /** Sustained requests per minute. */
  readonly perMinute: number;
  /** Requests beyond the sustained rate, within any minute. */
  readonly burst: number;
}

export type Limits = Readonly<Record<Bucket, BucketLimits>>;

/** Seconds in which the burst capacity comes back. */
export const BURST_WINDOW_SECONDS = 60;

export interface Window {
  readonly points: number;
  /** Whole seconds: what every store can count in. */
  readonly duration: number;
}

/**
 * The sustained rate in the shortest window of whole seconds that expresses it exactly: 600 a minute are 10 a second,
 * 90 a minute are 3 in two seconds. The shorter the window, the sooner there is room again.
 */
export function sustainedWindow(perMinute: number): Window {
  const divisor = greatestCommonDivisor(perMinute, 60);
  return { points: perMinute / divisor, duration: 60 / divisor };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
