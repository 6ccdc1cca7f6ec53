/** The arguments by which a field says how many rows its page holds, and what holds without them. */
export const PAGE_SIZES: Readonly<Record<string, number>> = { limit: 100, pageSize: 50 };

/** What a list that is no page counts as: borrowers, addresses, methods, schedules, attempts. */
export const UNPAGED_LIST = 5;

const AGGREGATE = 500;

/** Fields that cost more than the rows that they answer. A test holds the names against the schema. */
export const WEIGHTS: Readonly<Record<string, number>> = {
  // A call to the loan system for every account.
  'Account.payoff': 25,
  'Query.previewRuns': 25,
  // Sums over all that an organization has.
  'Query.agingSummary': AGGREGATE,
  'Query.campaignStats': AGGREGATE,
  'Query.portfolio': AGGREGATE,
  'Query.reportTotals': AGGREGATE,
  'Organization.portfolio': 20,
  // Rendered in a process of its own, one after the other.
  'Query.previewEmailTemplate': 2_000,
};
