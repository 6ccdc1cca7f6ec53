import type { Clock } from '../../core/time/clock.js';
import { type IsoInstant, isoInstant } from '../../core/time/dates.js';
import type { CallObserver } from '../call-guard.js';

export interface LastCall {
  readonly at: IsoInstant;
  /** In the port's word, for example `answered`, `confirmed`, `unavailable`; or `given_up`, `thrown`. */
  readonly outcome: string;
  /** Whether it was answered, if only by a refusal. */
  readonly isReachable: boolean;
}

/** What this process knows of how its calls to one loan system fare. */
export class CallWatch implements CallObserver {
  readonly #clock: Clock;
  #lastCall: LastCall | undefined;
  #isBroken = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get lastCall(): LastCall | undefined {
    return this.#lastCall;
  }

  /** Whether the circuit breaker of payments lets nothing through. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  called(outcome: string, hasFailed: boolean): void {
    this.#lastCall = { at: isoInstant(this.#clock.now()), outcome, isReachable: !hasFailed };
  }

  broken(isBroken: boolean): void {
    this.#isBroken = isBroken;
  }
}
