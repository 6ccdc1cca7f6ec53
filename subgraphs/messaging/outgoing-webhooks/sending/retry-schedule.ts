const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What is waited after each failed try: the first one is made at once, so that there are ten in all, over three days. */
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

/** So that endpoints which failed together are not all tried again together. */
const JITTER = 0.1;

export interface FailedTry {
  /** Which try it was, from 1. */
  readonly tries: number;
  /** What the receiver asked for, milliseconds; null where it did not. */
  readonly retryAfterMs: number | null;
}

/**
 * How long to wait before the next try, milliseconds; undefined when there is none. A receiver that asks for more time is given it,
 * up to the pause after this one.
 *
 * @param chance - from 0 to 1.
 */
export function pauseAfter({ tries, retryAfterMs }: FailedTry, chance: number): number | undefined {
  const pause = PAUSES_MS[tries - 1];
  if (pause === undefined) return undefined;
  const longest = PAUSES_MS[tries] ?? pause;
  const asked = Math.min(Math.max(pause, retryAfterMs ?? 0), longest);
  return Math.round(asked * (1 + JITTER * chance));
}
