import { setTimeout as sleep } from 'node:timers/promises';

/** Whoever scrapes has a timeout too, and figures that need no database must not be lost with it. */
const WITHIN_MS = 1_000;

/**
 * What gauges of one scrape read together: once, and never a second time while the first hangs.
 *
 * @returns no rows when they cannot be had within a second: no figure is better than an old one
 */
export function sharedReading<R>(read: () => Promise<readonly R[]>): () => Promise<readonly R[]> {
  const rows = joined(() => read().catch(() => []));
  return () => Promise.race([rows(), sleep(WITHIN_MS, [], { ref: false })]);
}

/** One at a time: whoever asks meanwhile gets the same answer. */
export function joined<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
