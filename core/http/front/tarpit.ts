import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';

export interface TarpitLimits {
  /** Refusals per address and minute that are answered at once. */
  readonly perMinute: number;
  /**
   * The delay of each further refusal, varied from 0.5 to 1.5 times; a fifth of it for a known caller, because its key
   * can be revoked.
   */
  readonly holdMs: number;
  /** The most answers delayed at a time, for all addresses together. */
  readonly mostHeld: number;
}

interface Level {
  /** Refusals in the leaky bucket. */
  level: number;
  /** Milliseconds of the monotonic clock. */
  at: number;
}

/** The statuses of refusals because of the caller's identity, size or rate. Other errors are not a sign of a flood. */
const SENT_AWAY: ReadonlySet<number> = new Set([400, 401, 403, 413, 415, 429]);

/**
 * Slows down callers that are refused repeatedly. A client in a loop sends its next request after it has its answer, so
 * refusals are delayed once an address has had too many. Granted requests are never counted or delayed, so a client
 * that shares an address with a flood keeps its speed. No connection is cut off: when too many answers wait already,
 * the answer is sent at once.
 */
export class Tarpit {
  readonly #limits: TarpitLimits;
  readonly #monotonic: () => number;
  readonly #levels = new LRUCache<string, Level>({ max: 10_000 });
  #held = 0;

  constructor(limits: TarpitLimits, monotonic = () => performance.now()) {
    this.#limits = limits;
    this.#monotonic = monotonic;
  }

  /** The number of answers delayed now. */
  get held(): number {
    return this.#held;
  }

  /**
   * Called before a refusal is written; returns when it may be written, at the latest when its client has left.
   *
   * @returns the milliseconds that it waited
   * @param isStranger - whether the caller is unauthenticated: then a 503 for lack of memory also counts as a refusal
   */
  async pass(
    {
      status,
      address,
      isStranger,
    }: { readonly status: number; readonly address: string; readonly isStranger: boolean },
    response: ServerResponse,
  ): Promise<number> {
    if (!SENT_AWAY.has(status) && !(status === 503 && isStranger)) return 0;
    if (!this.#overflows(address) || this.#held >= this.#limits.mostHeld) return 0;
    const from = this.#monotonic();
    this.#held += 1;
    // Requests that arrived together must not be answered together, or they would be repeated together.
    await later((isStranger ? 1 : 0.2) * this.#limits.holdMs * (0.5 + Math.random()), response);
    this.#held -= 1;
    return this.#monotonic() - from;
  }

  /** A leaky bucket that holds as much as leaks in ten seconds. */
  #overflows(address: string): boolean {
    const perMs = this.#limits.perMinute / 60_000;
    const most = perMs * BURST_MS;
    const at = this.#monotonic();
    const before = this.#levels.get(address) ?? { level: 0, at };
    const level = Math.max(0, before.level - (at - before.at) * perMs) + 1;
    this.#levels.set(address, { level: Math.min(level, most), at });
    return level > most;
  }
}

const BURST_MS = 10_000;

function later(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.once('close', done);
  });
}
