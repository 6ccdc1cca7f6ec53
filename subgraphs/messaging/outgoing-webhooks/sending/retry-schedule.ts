const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after failed attempts. The first attempt is immediate, so there are ten in all, over three days. */
const PAUSES_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Jitter, so that endpoints that failed together are not retried together. */
const JITTER = 0.1;

export interface FailedAttempt {
  /** The number of the attempt, from 1. */
  readonly tries: number;
  /** The receiver's requested pause in milliseconds; null if it requested none. */
  readonly retryAfterMs: number | null;
}

/**
 * The pause before the next attempt in milliseconds; undefined if there is none. A receiver can request a longer
 * pause, up to the one after this.
 *
 * @param chance - from 0 to 1.
 */
export function pauseAfter({ tries, retryAfterMs }: FailedAttempt, chance: number): number | undefined {
  const pause = PAUSES_MS[tries - 1];
  if (pause === undefined) return undefined;
  const longest = PAUSES_MS[tries] ?? pause;
  const asked = Math.min(Math.max(pause, retryAfterMs ?? 0), longest);
  return Math.round(asked * (1 + JITTER * chance));
}
