import type { LoanSource, Reached } from '../../../../loan-model/port.js';
import { wrapSource } from '../../../../loan-model/wrap-source.js';

/** What an operator must correct in a loan system, according to its answers to a sync. */
export class NotedProblems {
  /** Undefined also when the system has not answered at all since then. */
  #latest: string | undefined;

  constructor(private readonly onProblem: (problem: string) => void) {}

  get latest(): string | undefined {
    return this.#latest;
  }

  /** The same source, whose answers are noted. */
  ofAnswersFrom(source: LoanSource): LoanSource {
    return wrapSource(source, (call) => this.#note(call()));
  }

  async #note<T>(asked: Promise<Reached<T>>): Promise<Reached<T>> {
    const reached = await asked;
    if (reached.kind === 'unavailable') {
      if (reached.problem !== undefined || !reached.isWell) this.#latest = reached.problem;
      if (reached.problem !== undefined) this.onProblem(reached.problem);
    }
    return reached;
  }
}
