import { withinTime } from './time-limit.js';

/** How long a call may go on, with all its attempts. */
export class Deadline {
  readonly signal: AbortSignal | undefined;
  readonly #endsAt: number;

  constructor(ms: number, signal?: AbortSignal) {
    this.#endsAt = performance.now() + ms;
    this.signal = signal;
  }

  /** Milliseconds; 0 when it has passed. */
  get left(): number {
    return Math.max(this.#endsAt - performance.now(), 0);
  }

  /** Waits; false, and at once, when the deadline would pass meanwhile. */
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
