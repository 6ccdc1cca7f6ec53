import { statement } from '../../core/db/statement.js';

/** Updates Postgres' statistics of the staged rows, so that it joins them by index and not by scanning all pairs. */
export const analyzeStaged = statement({
  name: 'ledger_boarding.analyze_staged',
  unscoped: 'work_for_all_organizations',
  text: () => 'select from analyze_staged_boarding()',
});

/**
 * Runs after the first loans are written to tables that may have been empty, so that foreign keys are checked by index
 * from here on.
 */
export const analyzeBoarded = statement({
  name: 'ledger_boarding.analyze_boarded',
  unscoped: 'work_for_all_organizations',
  text: () => 'select from analyze_boarded_loans()',
});
