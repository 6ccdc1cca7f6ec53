/** What can have an unknown outcome: it was sent to a loan system or a processor, and no answer was final yet. */
export const UNKNOWN_OUTCOME_KINDS = ['payment', 'reversal', 'autopay_run'] as const;
export type UnknownOutcomeKind = (typeof UNKNOWN_OUTCOME_KINDS)[number];
