import { Problem } from '../../../../core/errors/problem.js';

export interface GateLimits {
  /** How much of one account's work goes on at once. */
  readonly inFlight: number;
  /** How many may wait for their turn. */
  readonly waiting: number;
  /** How long each waits, milliseconds. */
  readonly patienceMs: number;
}

/** As patient as Postgres is with a lock: whoever waits that long has waited for somebody who holds the account. */
export const REQUESTS: GateLimits = { inFlight: 4, waiting: 100, patienceMs: 3_000 };

/** Fewer than a worker takes jobs at once. No job waits, for it would keep others from being worked: it is put off. */
export const JOBS: GateLimits = { inFlight: 2, waiting: 0, patienceMs: 0 };

/** For how long, milliseconds. */
export const PUT_OFF_MS = 1_000;

interface Turns {
  inFlight: number;
  readonly waiting: Set<() => void>;
}

/**
 * Lets a few transactions at a time work on one account, in this process. They queue for its lock in any case, and those that
 * queue here hold no connection: however many want one account, the others are served.
 */
export class AccountGate {
  readonly #limits: GateLimits;
  readonly #accounts = new Map<string, Turns>();

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** @throws {Problem} `service_unavailable` when it is not its turn in time: then `work` has not begun. */
  async pass<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turnsOf(accountId);
    if (turns.inFlight < this.#limits.inFlight) turns.inFlight += 1;
    else await this.#turn(turns);
    try {
      return await work();
    } finally {
      this.#leave(accountId, turns);
    }
  }

  /** As `pass`, now or not at all: undefined when it is not its turn. */
  tryPass<T>(accountId: string, work: () => Promise<T>): Promise<T> | undefined {
    return this.#turnsOf(accountId).inFlight < this.#limits.inFlight ? this.pass(accountId, work) : undefined;
  }

  #turnsOf(accountId: string): Turns {
    const turns = this.#accounts.get(accountId) ?? { inFlight: 0, waiting: new Set() };
    this.#accounts.set(accountId, turns);
    return turns;
  }

  /** Waits to be handed the place of somebody who leaves. */
  #turn({ waiting }: Turns): Promise<void> {
    if (waiting.size >= this.#limits.waiting) throw new Problem('service_unavailable');
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new Problem('service_unavailable'));
      }, this.#limits.patienceMs);
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
