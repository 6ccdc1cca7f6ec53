import { statement } from '../../core/db/statement.js';

const OF_ALL = 'statistics are of a whole table';

/** What is staged is counted by Postgres, so that its rows are joined by their numbers, and not each with all. */
export const analyzeStaged = statement({
  name: 'ledger_boarding.analyze_staged',
  unscoped: OF_ALL,
  text: () => 'select from analyze_staged_boarding()',
});

/** After the first loans of what may have been empty tables: foreign keys to them are looked up by their keys from here on. */
export const analyzeBoarded = statement({
  name: 'ledger_boarding.analyze_boarded',
  unscoped: OF_ALL,
  text: () => 'select from analyze_boarded_loans()',
});
