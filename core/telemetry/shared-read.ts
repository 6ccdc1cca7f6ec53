import { setTimeout as sleep } from 'node:timers/promises';

/** The scraper has a timeout too, and metrics that need no database must still reach it. */
const WITHIN_MS = 1_000;

/**
 * A read that the gauges of one scrape share. While it hangs, no second one is started.
 *
 * @returns no rows when the read takes more than a second, because no value is better than an old one
 */
export function sharedRead<R>(read: () => Promise<readonly R[]>): () => Promise<readonly R[]> {
  const rows = shareConcurrent(() => read().catch(() => []));
  return () => Promise.race([rows(), sleep(WITHIN_MS, [], { ref: false })]);
}

/** Runs one call at a time; calls made while it runs get the same result. */
export function shareConcurrent<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
