import { Problem } from '../../../../core/errors/problem.js';

/** Maximum waiting tasks of one party; more are rejected with `service_unavailable`. */
export const MOST_OF_ONE = 20;

/** Waiting tasks of all parties above which a party may have only one task waiting. */
export const MOST_OF_ALL = 100;

interface Line {
  readonly party: string;
  readonly tasks: (() => Promise<void>)[];
}

/**
 * Runs one task at a time, alternating between parties. A party that sends a hundred tasks waits behind its own;
 * another party waits only for the running task and for one task of each other party.
 */
export class FairQueue {
  /** The party whose turn is next comes first. */
  #lines: Line[] = [];
  #isServing = false;

  /** @throws {Problem} `service_unavailable` when too many tasks of this party, or of all of them, are waiting. */
  async run<T>(party: string, task: () => Promise<T>): Promise<T> {
    const own = this.#lines.find((line) => line.party === party);
    if (own !== undefined && own.tasks.length >= this.#most()) throw new Problem('service_unavailable');
    return new Promise((resolve, reject) => {
      const settled = () => task().then(resolve, reject);
      if (own === undefined) this.#lines.push({ party, tasks: [settled] });
      else own.tasks.push(settled);
      void this.#serve();
    });
  }

  #most(): number {
    const waiting = this.#lines.reduce((sum, { tasks }) => sum + tasks.length, 0);
    return waiting >= MOST_OF_ALL ? 1 : MOST_OF_ONE;
  }

  /**
   * A party moves to the end after its task has run, not when it starts, so parties that arrived during the task come
   * before it.
   */
  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    for (let [line] = this.#lines; line !== undefined; [line] = this.#lines) {
      await line.tasks.shift()?.();
      this.#lines.shift();
      if (line.tasks.length > 0) this.#lines.push(line);
    }
    this.#isServing = false;
  }
}
