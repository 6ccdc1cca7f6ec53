const FIRST_MS = 250;
const LONGEST_MS = 8_000;
const LONGEST_HEARD_MS = 60_000;

/** The pause after the n-th try, from 0: it doubles up to 8 s, and is cut by chance to 50–100 %, so that callers spread. */
export function growingPauseMs(tries: number, random: () => number = Math.random): number {
  const whole = Math.min(FIRST_MS * 2 ** tries, LONGEST_MS);
  return whole * (0.5 + random() / 2);
}

/** What `Retry-After` asks for, in seconds or as a date, a minute at most; 0 without one that can be read. */
export function heardPauseMs(retryAfter: string | null, now = Date.now()): number {
  if (retryAfter === null) return 0;
  const asked = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_HEARD_MS);
}
