import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';

export interface TarpitLimits {
  /** Refusals of one address that are answered at once. */
  readonly perMinute: number;
  /** How long each beyond it waits, about: half of it to one and a half; of a caller who is known a fifth, for a key can be revoked. */
  readonly holdMs: number;
  /** Answers of all addresses that wait at a time. */
  readonly mostHeld: number;
}

interface Level {
  /** Refusals that have not leaked away yet. */
  level: number;
  /** Milliseconds of the monotonic clock. */
  at: number;
}

/** The statuses of whoever is sent away for who they are, how much they send, or how often; what else is wrong is no flood. */
const SENT_AWAY: ReadonlySet<number> = new Set([400, 401, 403, 413, 415, 429]);

/**
 * Slows down whoever is refused again and again: a client in a loop sends its next request when it has its answer, so that answers
 * which are refusals wait, once an address has had too many. What is granted is never counted and never waits: whoever shares
 * an address with a flood keeps its pace. Nothing is cut off: where too many wait already, the answer is given at once.
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

  /** Answers that wait now. */
  get held(): number {
    return this.#held;
  }

  /**
   * Before a refusal is written: returns when it may be, at the latest when its client has gone.
   *
   * @returns the milliseconds that it waited
   * @param isStranger - whether nobody knows who asked: then also a want of room (503) is a refusal
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
    // Those that came at once are not to be answered, and to come again, at once.
    await later((isStranger ? 1 : 0.2) * this.#limits.holdMs * (0.5 + Math.random()), response);
    this.#held -= 1;
    return this.#monotonic() - from;
  }

  /** A bucket that leaks evenly, and holds as much as leaks in ten seconds. */
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
