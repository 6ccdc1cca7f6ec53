import type { LoanSource, Reached } from './port.js';

type Call = <T>(call: () => Promise<Reached<T>>) => Promise<Reached<T>>;

/** The same source, each of whose calls is made by `call`. */
export function wrapSource(source: LoanSource, call: Call): LoanSource {
  const { sets, changes } = source;
  const { transactions, persons } = sets ?? {};
  return {
    heads: (request) => call(() => source.heads(request)),
    loan: (externalId, listed) => call(() => source.loan(externalId, listed)),
    transactions: (externalId, page) => call(() => source.transactions(externalId, page)),
    person: (externalId) => call(() => source.person(externalId)),
    personsChangeAlone: source.personsChangeAlone,
    changes: changes && {
      since: (position) => call(() => changes.since(position)),
      isNamedChange: (before, after) => changes.isNamedChange(before, after),
    },
    sets: sets && {
      ...(sets.mostLoans !== undefined && { mostLoans: sets.mostLoans }),
      loans: (externalIds) => call(() => sets.loans(externalIds)),
      ...(transactions && {
        transactions: (externalIds, page) => call(() => transactions.call(sets, externalIds, page)),
      }),
      ...(persons && { persons: (externalIds) => call(() => persons.call(sets, externalIds)) }),
    },
  };
}
