import { withinTime } from './time-limit.js';

/** The time limit of a call with all its attempts. */
export class Deadline {
  readonly signal: AbortSignal | undefined;
  readonly #endsAt: number;

  constructor(ms: number, signal?: AbortSignal) {
    this.#endsAt = performance.now() + ms;
    this.signal = signal;
  }

  /** Milliseconds left; 0 when it has passed. */
  get left(): number {
    return Math.max(this.#endsAt - performance.now(), 0);
  }

  /** Waits; returns false immediately if the deadline would pass during the pause. */
  async pause(ms: number): Promise<boolean> {
    if (ms >= this.left) return false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waiting = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    try {
      await this.within(() => waiting);
      return true;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs `work` until the deadline, or for `ms` when that is less. */
  within<T>(work: (signal: AbortSignal) => Promise<T>, ms = Number.POSITIVE_INFINITY): Promise<T> {
    return withinTime(Math.min(ms, this.left), this.signal, work);
  }
}
