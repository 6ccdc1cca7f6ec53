/** The arguments by which a field says how many rows its page holds, and what holds without them. */
export const PAGE_SIZES: Readonly<Record<string, number>> = { limit: 100, pageSize: 50 };

/** What a list that is no page counts as where nothing else is known: borrowers, addresses, methods, schedules, attempts. */
export const UNPAGED_LIST = 5;

/** Lists that are no pages and may be longer: as long as they can be, or as they are in a large house. */
export const LIST_SIZES: Readonly<Record<string, number>> = {
  'AutopaySchedule.runs': 50,
  'AutopayRunsPreview.runs': 100,
  'Mutation.replayPoisonEvents': 100,
  'Query.apiKeys': 100,
  'Query.operatorTokens': 100,
  'Query.loanSystems': 100,
  'Query.receiptsByDay': 100,
  'Query.paymentCounts': 6,
  'Query.autopayRunCounts': 9,
  'Query.operatorExceptionCounts': 10,
  'Query.rollRates': 100,
  'TieOutDifference.acts': 2,
  'BalanceSeries.points': 100,
  'DelinquencySeries.points': 100,
  'Query.workspaces': 100,
  // One row a status.
  'Organization.portfolio': 7,
  'Query.portfolio': 7,
  // Introspection: how many there are in this schema, and of what belongs to a type, how many on average.
  '__Schema.types': 320,
  '__Schema.directives': 5,
  '__Type.fields': 5,
  '__Type.inputFields': 1,
  '__Type.enumValues': 1,
  '__Type.interfaces': 0,
  '__Type.possibleTypes': 0,
  '__Type.ofType': 0.6,
  '__Field.args': 1,
  '__Directive.args': 2,
};

const AGGREGATE = 500;

/** Fields that cost more than the rows that they answer. A test holds the names against the schema. */
export const WEIGHTS: Readonly<Record<string, number>> = {
  // A call to the loan system for every account.
  'Account.acceptsPayments': 25,
  'Account.notPayableReason': 25,
  'Account.payoff': 25,
  'Query.previewRuns': 25,
  // Sums over all that an organization has.
  'Query.agingSummary': AGGREGATE,
  'Query.campaignStats': AGGREGATE,
  'Query.balanceSeries': 50,
  'Query.delinquencySeries': 50,
  'Query.rollRates': 50,
  'Query.portfolio': AGGREGATE,
  'Query.paymentCounts': 50,
  'Query.autopayRunCounts': 50,
  'Query.failedJobCounts': 50,
  // Of each row what is open now is counted.
  'Query.tieOutDays': 50,
  'Query.receiptsByDay': AGGREGATE,
  'Query.reportTotals': AGGREGATE,
  'Organization.portfolio': 20,
  // Over the rows of a batch, 10,000 at most; the file holds them all.
  'PaymentBatch.outcomes': 100,
  'Query.paymentBatchResultFile': 2_000,
  // A text of 200 kB.
  'EmailTemplate.htmlTemplate': 100,
  'EmailTemplate.textTemplate': 100,
  // Rendered in a process of its own, one after the other.
  'Query.previewEmailTemplate': 2_000,
};
