import { Problem } from '../../../../core/errors/problem.js';

export interface GateLimits {
  /** How many transactions may work on one account at once. */
  readonly inFlight: number;
  /** How many may wait for their turn. */
  readonly waiting: number;
  /** How long each waits, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * As long as Postgres waits for a lock: a request that waits that long is waiting for a transaction that holds the
 * account.
 */
export const REQUESTS: GateLimits = { inFlight: 4, waiting: 100, patienceMs: 3_000 };

/**
 * Fewer than the jobs a worker takes at once. No job waits, because it would keep other jobs from running: it is
 * postponed.
 */
export const JOBS: GateLimits = { inFlight: 2, waiting: 0, patienceMs: 0 };

/** How long a job is postponed, in milliseconds. */
export const POSTPONE_MS = 1_000;

interface Turns {
  inFlight: number;
  readonly waiting: Set<() => void>;
}

/**
 * Lets only a few transactions of this process work on one account at a time. They would queue for its lock anyway;
 * here they queue without holding a connection, so that a busy account does not block others.
 */
export class AccountGate {
  readonly #accounts = new Map<string, Turns>();

  constructor(private readonly limits: GateLimits) {}

  /** @throws {Problem} `service_unavailable` if its turn does not come in time: then `work` has not begun. */
  async pass<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turnsOf(accountId);
    if (turns.inFlight < this.limits.inFlight) turns.inFlight += 1;
    else await this.#turn(turns);
    try {
      return await work();
    } finally {
      this.#leave(accountId, turns);
    }
  }

  /** Like `pass`, but without waiting: undefined if there is no free place. */
  tryPass<T>(accountId: string, work: () => Promise<T>): Promise<T> | undefined {
    return this.#turnsOf(accountId).inFlight < this.limits.inFlight ? this.pass(accountId, work) : undefined;
  }

  /** Like `tryPass`, but only if nothing works on the account: undefined otherwise. */
  tryAlone<T>(accountId: string, work: () => Promise<T>): Promise<T> | undefined {
    return this.#accounts.has(accountId) ? undefined : this.pass(accountId, work);
  }

  #turnsOf(accountId: string): Turns {
    const turns = this.#accounts.get(accountId) ?? { inFlight: 0, waiting: new Set() };
    this.#accounts.set(accountId, turns);
    return turns;
  }

  /** Waits for the place of a transaction that ends. */
  #turn({ waiting }: Turns): Promise<void> {
    if (waiting.size >= this.limits.waiting) throw new Problem('service_unavailable');
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new Problem('service_unavailable'));
      }, this.limits.patienceMs);
      waiting.add(begin);
    });
  }

  #leave(accountId: string, turns: Turns): void {
    const [next] = turns.waiting;
    if (next !== undefined) {
      turns.waiting.delete(next);
      next();
      return;
    }
    turns.inFlight -= 1;
    if (turns.inFlight === 0) this.#accounts.delete(accountId);
  }
}
