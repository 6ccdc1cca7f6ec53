import type { LoanSystem } from './port.js';

/** The loan systems of this process, by the code that accounts name. An explicit list, handed in at start. */
export class LoanSystems {
  readonly #byCode: ReadonlyMap<string, LoanSystem>;

  constructor(systems: readonly LoanSystem[]) {
    this.#byCode = new Map(systems.map((system) => [system.code, system]));
  }

  /** @throws {Error} for a code that no adapter serves: an account's system is a foreign key, so this is a fault of the set-up. */
  byCode(code: string): LoanSystem {
    const system = this.#byCode.get(code);
    if (system === undefined) throw new Error(`no loan system is set up under the code ${code}`);
    return system;
  }
}
