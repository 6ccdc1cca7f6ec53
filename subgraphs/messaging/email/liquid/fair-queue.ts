import { Problem } from '../../../../core/errors/problem.js';

/** Tasks of one party that wait; beyond that, it is asked to come again. */
export const MOST_OF_ONE = 20;

/** Tasks of all parties that wait; beyond that, only a party of which nothing waits is let in. */
export const MOST_OF_ALL = 100;

interface Line {
  readonly party: string;
  readonly tasks: (() => Promise<void>)[];
}

/**
 * Does one task at a time, for one party after the other: who sends a hundred waits behind its own, and who comes beside it
 * waits for the task that is being done, and for one of each other party.
 */
export class FairQueue {
  /** Whose turn is next stands first. */
  #lines: Line[] = [];
  #isServing = false;

  /** @throws {Problem} `service_unavailable` when too much of this party, or of all of them, waits already. */
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

  /** A party goes behind the others when it was served, not when its turn began: who came meanwhile is before it. */
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
