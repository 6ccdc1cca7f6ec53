import type { Clock } from '../../core/time/clock.js';
import { type IsoInstant, isoInstant } from '../../core/time/dates.js';
import type { CallObserver } from '../call-timeout-and-circuit-breaker.js';

export interface LastCall {
  readonly at: IsoInstant;
  /** The `kind` of the port's answer, for example `answered`, `confirmed`, `unavailable`; or `given_up`, `thrown`. */
  readonly outcome: string;
  /** Whether the system answered; a refusal counts as an answer. */
  readonly isReachable: boolean;
}

/** The outcomes of this process's calls to one loan system. */
export class CallWatch implements CallObserver {
  readonly #clock: Clock;
  #lastCall: LastCall | undefined;
  #isBroken = false;
  #problem: string | null | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get lastCall(): LastCall | undefined {
    return this.#lastCall;
  }

  /** What an operator must correct; null: nothing; undefined: not known yet. */
  get problem(): string | null | undefined {
    return this.#problem;
  }

  /** Whether the circuit breaker for payments is open. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  called(outcome: string, hasFailed: boolean, problem?: string): void {
    if (problem !== undefined) this.#problem = problem;
    this.#lastCall = { at: isoInstant(this.#clock.now()), outcome, isReachable: !hasFailed };
  }

  /** The business day was answered: only this call shows that a problem is gone. */
  isSetUp(): void {
    this.#problem = null;
  }

  broken(isBroken: boolean): void {
    this.#isBroken = isBroken;
  }
}
