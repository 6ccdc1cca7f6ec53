import { Temporal } from 'temporal-polyfill';

/** The source of time. Injected everywhere, so that tests and demo history can move it. */
export interface Clock {
  /** The current instant, UTC. */
  now(): Temporal.Instant;
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() };

/** A clock that moves only when it is set; used by demo history and tests. */
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
