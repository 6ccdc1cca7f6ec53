import type { LoanSystem } from './port.js';

/** Loan systems that come and go while the process runs. */
export interface ChangingSystems {
  get(code: string): LoanSystem | undefined;
}

/** The loan systems of this process, by the code that accounts name: those that come along, and those that were added. */
export class LoanSystems {
  readonly #builtIn: ReadonlyMap<string, LoanSystem>;
  readonly #added: ChangingSystems | undefined;

  constructor(builtIn: readonly LoanSystem[], added?: ChangingSystems) {
    this.#builtIn = new Map(builtIn.map((system) => [system.code, system]));
    this.#added = added;
  }

  /**
   * Never fails: one that was removed, cannot be set up here, or is not known here yet is a system that cannot be reached. Its
   * accounts stay readable, and payments on them are 503.
   */
  byCode(code: string): LoanSystem {
    return this.#builtIn.get(code) ?? this.#added?.get(code) ?? outOfReach(code);
  }
}

/** What is unknown here may be a moment from being known; a look for a posting must go on. */
const SETTLE_AFTER_MS = 900_000;

function outOfReach(code: string): LoanSystem {
  const unavailable = async () => ({ kind: 'unavailable' }) as const;
  const unreachable = async () => ({ kind: 'unreachable' }) as const;
  return {
    code,
    settleAfterMs: SETTLE_AFTER_MS,
    businessDay: unavailable,
    quotePayoff: unavailable,
    findPosting: unavailable,
    postPayment: unreachable,
    reversePayment: unreachable,
  };
}
