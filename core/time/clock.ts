import { Temporal } from 'temporal-polyfill';

/** Where the time comes from. Handed in everywhere, so that tests and demo history can move it. */
export interface Clock {
  /** The current instant, UTC. */
  now(): Temporal.Instant;
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() };

/** A clock that stands still until it is moved: demo history and tests run on it. */
export class SimulatedClock implements Clock {
  #instant: Temporal.Instant;

  constructor(instant: Temporal.Instant | string) {
    this.#instant = Temporal.Instant.from(instant);
  }

  now(): Temporal.Instant {
    return this.#instant;
  }

  moveTo(instant: Temporal.Instant | string): void {
    this.#instant = Temporal.Instant.from(instant);
  }
}
