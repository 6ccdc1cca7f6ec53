import type { LoanSetSource, LoanSource, Reached } from '../../../../loan-model/port.js';

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
    const { sets } = source;
    const note = this.#note;
    return {
      heads: (request) => note(source.heads(request)),
      loan: (externalId, listed) => note(source.loan(externalId, listed)),
      transactions: (externalId, page) => note(source.transactions(externalId, page)),
      person: (externalId) => note(source.person(externalId)),
      ...(sets !== undefined && { sets: this.#ofSets(sets) }),
    };
  }

  #ofSets(sets: LoanSetSource): LoanSetSource {
    const note = this.#note;
    return {
      loans: (externalIds) => note(sets.loans(externalIds)),
      transactions: (externalIds, page) => note(sets.transactions(externalIds, page)),
      persons: (externalIds) => note(sets.persons(externalIds)),
    };
  }

  readonly #note = async <T>(asked: Promise<Reached<T>>): Promise<Reached<T>> => {
    const reached = await asked;
    if (reached.kind === 'unavailable') {
      if (reached.problem !== undefined || !reached.isWell) this.#latest = reached.problem;
      if (reached.problem !== undefined) this.onProblem(reached.problem);
    }
    return reached;
  };
}
