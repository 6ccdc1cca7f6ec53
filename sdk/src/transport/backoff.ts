const FIRST_MS = 250;
const LONGEST_MS = 8_000;
const LONGEST_HEARD_MS = 60_000;

/**
 * The pause after the n-th attempt, from 0. It doubles up to 8 s, with random jitter down to 50 %, so that callers
 * spread.
 */
export function backoffMs(tries: number, random: () => number = Math.random): number {
  const whole = Math.min(FIRST_MS * 2 ** tries, LONGEST_MS);
  return whole * (0.5 + random() / 2);
}

/** The pause in `Retry-After` (seconds or a date), a minute at most; 0 if it is missing or unreadable. */
export function parsedRetryAfterMs(retryAfter: string | null, now = Date.now()): number {
  if (retryAfter === null) return 0;
  const asked = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_HEARD_MS);
}
