import type { EmbeddedLoanSystem } from '../../ledger/embedded-loan-system.js';
import type { LoanSystem } from '../../loan-model/port.js';

/** A loan system of this process, as accounts find it. */
export interface RegisteredSystem extends LoanSystem {
  /**
   * Set by the ledger, which lives in our own database: it quotes and posts inside the caller's transaction, so that the payment
   * and its posting are one act and no outcome is ever unknown.
   */
  readonly embedded?: EmbeddedLoanSystem;
}

/** Loan systems that come and go while the process runs. */
export interface ChangingSystems {
  get(code: string): LoanSystem | undefined;
  /** Whether this is the ledger of an organization, in use. */
  isLedger(code: string): boolean;
  /** Reads anew what there is. Never fails: what is known stays. */
  refresh(): Promise<void>;
}

/** The loan systems of this process, by the code that accounts name: those that come along, and those that were added. */
export class LoanSystems {
  readonly #builtIn: ReadonlyMap<string, RegisteredSystem>;
  readonly #added: ChangingSystems | undefined;
  /** Every ledger is the same books under a code of its own; organizations keep them apart. */
  readonly #ledger: RegisteredSystem | undefined;

  constructor(builtIn: readonly RegisteredSystem[], added?: ChangingSystems) {
    this.#builtIn = new Map(builtIn.map((system) => [system.code, system]));
    this.#added = added;
    this.#ledger = builtIn.find(({ embedded }) => embedded !== undefined);
  }

  /** The same for who can wait: a system that was added a moment ago is known here, too. */
  async present(code: string): Promise<RegisteredSystem> {
    const known = this.#known(code);
    if (known !== undefined) return known;
    await this.#added?.refresh();
    return this.byCode(code);
  }

  /**
   * Never fails: one that was removed, cannot be set up here, or is not known here yet is a system that cannot be reached. Its
   * accounts stay readable, and payments on them are 503.
   */
  byCode(code: string): RegisteredSystem {
    return this.#known(code) ?? outOfReach(code);
  }

  #known(code: string): RegisteredSystem | undefined {
    return this.#builtIn.get(code) ?? this.#added?.get(code) ?? this.#ledgerOf(code);
  }

  #ledgerOf(code: string): RegisteredSystem | undefined {
    return this.#ledger !== undefined && this.#added?.isLedger(code) ? { ...this.#ledger, code } : undefined;
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
    quotePayoffOn: unavailable,
    findPosting: unavailable,
    postPayment: unreachable,
    reversePayment: unreachable,
  };
}
