import type { EmbeddedLoanSystem } from '../../ledger/embedded-loan-system-interface.js';
import type { LoanSystem } from '../../loan-model/port.js';

/** A loan system of this process, as found for an account. */
export interface RegisteredSystem extends LoanSystem {
  /**
   * Set by the ledger, which is in our own database: it quotes and posts inside the caller's transaction, so that a
   * payment and its posting are atomic and no outcome is ever unknown.
   */
  readonly embedded?: EmbeddedLoanSystem;
}

/** Loan systems that are added and removed while the process runs. */
export interface ChangingSystems {
  get(code: string): LoanSystem | undefined;
  /** Whether this is the code of an organization's active ledger. */
  isLedger(code: string): boolean;
  /** Reads the current list. Never fails: after an error the previous list stays. */
  refresh(): Promise<void>;
}

/** The loan systems of this process, by the code in accounts: built-in ones, and those that were added. */
export class LoanSystems {
  readonly #builtIn: ReadonlyMap<string, RegisteredSystem>;
  readonly #added: ChangingSystems | undefined;
  /**
   * All ledgers share one implementation and one set of books under different codes; the organization id separates
   * them.
   */
  readonly #ledger: RegisteredSystem | undefined;

  constructor(builtIn: readonly RegisteredSystem[], added?: ChangingSystems) {
    this.#builtIn = new Map(builtIn.map((system) => [system.code, system]));
    this.#added = added;
    this.#ledger = builtIn.find(({ embedded }) => embedded !== undefined);
  }

  /** The same for callers that can wait: it also finds a system that was added a moment ago. */
  async present(code: string): Promise<RegisteredSystem> {
    const known = this.#known(code);
    if (known !== undefined) return known;
    await this.#added?.refresh();
    return this.byCode(code);
  }

  /**
   * Never fails: a system that was removed, cannot be set up in this process, or is not known yet counts as
   * unreachable. Its accounts stay readable, and payments on them get 503.
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

/** An unknown system may become known shortly, so a lookup of a posting must be repeated. */
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
