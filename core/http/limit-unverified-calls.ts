import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** How long an address is let through after a verified call. */
const PROVEN_MS = 3_600_000;

interface Standing {
  until: number;
  failed: number;
  open: number;
  provenUntil: number;
}

/**
 * Counts calls per source address before they are verified by their content. A verified call is no longer counted, so a
 * genuine sender may call as often as it likes. The count has the calls that are being verified and those that failed
 * within a minute. Small calls, and calls from an address with a verified call within the hour, are always let through:
 * otherwise a client that shares an address with a genuine sender could block it. Each process counts for itself,
 * because the limit protects that process.
 */
export class UnverifiedCalls {
  readonly #perMinute: number;
  readonly #monotonic: () => number;
  readonly #standings = new LRUCache<string, Standing>({ max: 10_000 });

  constructor(perMinute: number, monotonic = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#monotonic = monotonic;
  }

  /** Undefined when there are too many. Otherwise the caller must report the outcome once with `end`. */
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
    // Open calls stay counted in the same object until they end.
    const fresh =
      known === undefined ? { until, failed: 0, open: 0, provenUntil: 0 } : Object.assign(known, { until, failed: 0 });
    this.#standings.set(source, fresh);
    return fresh;
  }
}
