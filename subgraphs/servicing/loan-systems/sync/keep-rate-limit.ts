import { setTimeout as sleep } from 'node:timers/promises';
import type { LoanSource, Reached } from '../../../../loan-model/port.js';
import { wrapSource } from '../../../../loan-model/wrap-source.js';

/** Longer limits end the pass, and the next one resumes at its page. */
const LONGEST_WAIT_MS = 15_000;
const MOST_TRIES = 20;

/**
 * A source that keeps its system's rate limit: once the system refuses further calls, all calls wait as long as it asks
 * for. Without this, a page that needs more calls than the limit allows would never be finished.
 */
export function keepingRateLimit(source: LoanSource, shallPause: () => boolean): LoanSource {
  let opensAt = 0;
  const read = async <T>(call: () => Promise<Reached<T>>): Promise<Reached<T>> => {
    for (let tries = 1; ; tries += 1) {
      const waitMs = opensAt - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      const reached = await call();
      const retryAfterMs = reached.kind === 'unavailable' ? reached.retryAfterMs : undefined;
      if (retryAfterMs === undefined || retryAfterMs > LONGEST_WAIT_MS) return reached;
      if (tries === MOST_TRIES || shallPause()) return reached;
      opensAt = Math.max(opensAt, performance.now() + retryAfterMs);
    }
  };
  return wrapSource(source, read);
}
