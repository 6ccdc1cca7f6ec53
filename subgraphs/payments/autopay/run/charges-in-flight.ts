import { setTimeout as sleep } from 'node:timers/promises';

/** How fast this process may charge at each processor. */
export interface ChargeLimits {
  /** Charges that may be on their way at the same time. */
  readonly inFlight: number;
  /** Charges that may begin in a second; undefined: no limit of our own. */
  readonly perSecond: number | undefined;
}

/** After a rate limit without a time. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** The share of a second's charges that may begin at once. */
const BURST_SECONDS = 0.1;

interface Processor {
  inFlight: number;
  /** Charges that may begin now, by the rate. */
  allowance: number;
  countedAt: number;
  pausedUntil: number;
}

/**
 * Limits the charges of this process at each processor: how many are on their way, how many begin in a second, and
 * none while the processor has said to wait. A processor that is slow or limited holds up only its own charges.
 */
export class ChargesInFlight {
  readonly #processors = new Map<string, Processor>();
  #waiting: (() => void)[] = [];

  constructor(
    private readonly limits: ChargeLimits,
    private readonly now = () => performance.now(),
  ) {}

  /** Takes up to this many places, each for one charge. @returns how many were free; `give` gives them back. */
  take(code: string, most = 1): number {
    const processor = this.#of(code);
    const free = this.limits.inFlight - processor.inFlight;
    const taken =
      this.msUntilAllowed(code) > 0 ? 0 : Math.max(0, Math.min(most, free, Math.floor(processor.allowance)));
    processor.inFlight += taken;
    processor.allowance -= taken;
    return taken;
  }

  /** Waits until at least one place was taken, unless this would take longer. @returns how many were taken. */
  async takeWithin(code: string, most: number, ms: number): Promise<number> {
    for (const until = this.now() + ms; ; ) {
      const taken = this.take(code, most);
      const left = until - this.now();
      if (taken > 0 || left <= 0) return taken;
      const allowedIn = this.msUntilAllowed(code);
      if (allowedIn > left) return 0;
      await (allowedIn > 0 ? sleep(Math.min(left, allowedIn)) : this.#placeGiven(left));
    }
  }

  give(code: string, places = 1): void {
    this.#of(code).inFlight -= places;
    const woken = this.#waiting;
    this.#waiting = [];
    for (const wake of woken) wake();
  }

  /** The processor has refused a charge because there were too many: none begins for this long. */
  pause(code: string, ms: number | null): void {
    const processor = this.#of(code);
    processor.pausedUntil = Math.max(processor.pausedUntil, this.now() + Math.min(ms ?? PAUSE_MS, LONGEST_PAUSE_MS));
  }

  /** Milliseconds until a charge may begin, by the rate and by the processor's own limit; whether a place is free or not. */
  msUntilAllowed(code: string): number {
    const processor = this.#of(code);
    const pausedMs = Math.max(0, processor.pausedUntil - this.now());
    const { perSecond } = this.limits;
    const allowedIn =
      perSecond === undefined || processor.allowance >= 1 ? 0 : ((1 - processor.allowance) / perSecond) * 1_000;
    return Math.ceil(Math.max(pausedMs, allowedIn));
  }

  #of(code: string): Processor {
    const now = this.now();
    const { perSecond } = this.limits;
    const most = perSecond === undefined ? Number.POSITIVE_INFINITY : Math.max(1, perSecond * BURST_SECONDS);
    const known = this.#processors.get(code);
    if (known === undefined) {
      const fresh = { inFlight: 0, allowance: most, countedAt: now, pausedUntil: 0 };
      this.#processors.set(code, fresh);
      return fresh;
    }
    if (perSecond !== undefined) {
      known.allowance = Math.min(most, known.allowance + ((now - known.countedAt) * perSecond) / 1_000);
    }
    known.countedAt = now;
    return known;
  }

  #placeGiven(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(wake, withinMs);
      this.#waiting.push(wake);
    });
  }
}
