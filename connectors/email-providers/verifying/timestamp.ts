import type { Temporal } from 'temporal-polyfill';
import type { RefusalReason } from '../port.js';

/** A signed timestamp older or further ahead than this is refused, as the providers and Standard Webhooks advise. */
const TOLERANCE_SECONDS = 300;

/**
 * The problem of a signed timestamp (seconds since 1970, in decimal); undefined when it is current.
 *
 * @param oldestSeconds - how old it may be; the limit ahead of our clock is the same for all
 */
export function timestampFault(
  timestamp: string,
  now: Temporal.Instant,
  oldestSeconds = TOLERANCE_SECONDS,
): RefusalReason | undefined {
  // Ten digits cover the years 2001 to 2286. Another spelling of the number would not match the signed text.
  if (!/^[1-9]\d{9}$/.test(timestamp)) return 'timestamp_malformed';
  const ageMs = now.epochMilliseconds - Number(timestamp) * 1_000;
  if (ageMs > oldestSeconds * 1_000) return 'timestamp_too_old';
  if (ageMs < -TOLERANCE_SECONDS * 1_000) return 'timestamp_too_new';
  return undefined;
}
