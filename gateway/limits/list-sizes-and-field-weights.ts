/** The arguments that set the number of rows of a page, and their defaults. */
export const PAGE_SIZES: Readonly<Record<string, number>> = { limit: 100, pageSize: 50 };

/** Default size of a list that is not a page: borrowers, addresses, methods, schedules, attempts. */
export const UNPAGED_LIST = 5;

/** Lists that are not pages and may be longer: their maximum, or their length in a large installation. */
export const LIST_SIZES: Readonly<Record<string, number>> = {
  'Account.autopayRuns': 20,
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
  'Query.unknownOutcomes': 3,
  'Query.rollRates': 100,
  'TieOutDifference.acts': 2,
  'BalanceSeries.points': 100,
  'DelinquencySeries.points': 100,
  'Query.workspaces': 100,
  // One row per status.
  'Organization.portfolio': 7,
  'Query.portfolio': 7,
  // Introspection: the number in this schema, or the average per type.
  '__Schema.types': 380,
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

/** Fields that cost more than the rows that they return. A test checks the names against the schema. */
export const WEIGHTS: Readonly<Record<string, number>> = {
  // A call to the loan system for each account.
  'Account.acceptsPayments': 25,
  'Account.notPayableReason': 25,
  'Account.payoff': 25,
  'Query.previewRuns': 25,
  // Sums over all rows of an organization.
  'Query.agingSummary': AGGREGATE,
  'Query.campaignStats': AGGREGATE,
  'Query.campaignRecipients': AGGREGATE,
  // Examines up to 50,000 events.
  'Query.webhookEventsToResend': AGGREGATE,
  'Query.balanceSeries': 50,
  'Query.delinquencySeries': 50,
  'Query.rollRates': 50,
  'Query.portfolio': AGGREGATE,
  'Query.paymentCounts': 50,
  'Query.autopayRunCounts': 50,
  'Query.failedJobCounts': 50,
  'Query.unknownOutcomes': 50,
  'Query.webhookDeliveryCounts': 50,
  'Query.waitingEmailEvents': 50,
  'Query.jobQueue': 50,
  // Counts the open items of each row.
  'Query.tieOutDays': 50,
  'Query.receiptsByDay': AGGREGATE,
  'Query.reportTotals': AGGREGATE,
  'Organization.portfolio': 20,
  // Reads up to 10,000 rows of a batch.
  'PaymentBatch.outcomes': 100,
  'Query.paymentBatchResultFile': 2_000,
  // Reads up to 20,000 problems of a file.
  'Query.ledgerBoardingProblemFile': 4_000,
  // A text of up to 200 kB.
  'EmailTemplate.htmlTemplate': 100,
  'EmailTemplate.textTemplate': 100,
  // Rendered in a separate process, one at a time.
  'Query.previewEmailTemplate': 2_000,
};
