import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** How long an address that has proved itself is let through. */
const PROVEN_MS = 3_600_000;

interface Standing {
  until: number;
  failed: number;
  open: number;
  provenUntil: number;
}

/**
 * Counts calls whose senders have to prove themselves by what they send: against where they come from, before any work is done.
 * One that is proven is taken off again, so that a genuine sender may call as often as it likes; what is left are calls that
 * are being looked at, and those that failed within a minute. Neither small ones nor those of an address that has proved itself
 * within the hour are kept out by that: otherwise whoever shares an address with a genuine sender could keep it out. Of this process
 * alone: it is this process that is kept free.
 */
export class UnverifiedCalls {
  readonly #perMinute: number;
  readonly #monotonic: () => number;
  readonly #standings = new LRUCache<string, Standing>({ max: 10_000 });

  constructor(perMinute: number, monotonic = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#monotonic = monotonic;
  }

  /** Undefined: too many. Otherwise to be told what came of it, once. */
  begin(source: string, isSmall: boolean): { end(outcome: 'proven' | 'failed' | 'unknown'): void } | undefined {
    const standing = this.#standing(source);
    const isLetThrough = isSmall || this.#monotonic() < standing.provenUntil;
    if (!isLetThrough && standing.failed + standing.open >= this.#perMinute) return undefined;
    standing.open += 1;
    return {
      end: (outcome) => {
        standing.open -= 1;
        if (outcome === 'failed') this.#standing(source).failed += 1;
        if (outcome === 'proven') this.#standing(source).provenUntil = this.#monotonic() + PROVEN_MS;
      },
    };
  }

  #standing(source: string): Standing {
    const known = this.#standings.get(source);
    if (known !== undefined && this.#monotonic() < known.until) return known;
    const until = this.#monotonic() + WINDOW_MS;
    // Calls that are still open are taken off where they began.
    const fresh =
      known === undefined ? { until, failed: 0, open: 0, provenUntil: 0 } : Object.assign(known, { until, failed: 0 });
    this.#standings.set(source, fresh);
    return fresh;
  }
}
