/** How long to wait for a response before the outcome counts as unknown. */
const LONGEST_WAIT_MS = 60_000;

/** For each request that moves money: without it, its dialog would wait as long as the connection is open. */
export function responseTimeLimit(): AbortSignal {
  return AbortSignal.timeout(LONGEST_WAIT_MS);
}
