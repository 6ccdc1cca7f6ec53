/** The kinds of operator exceptions, except differences: cases that need a person's decision. */
export const EXCEPTION_KINDS = [
  'posted_after_failed',
  'reversed_after_refused',
  'posting_awaits_approval',
  'loan_overpaid',
  'loan_system_setting_refused',
  'posting_differs',
  'autopay_charged_after_given_up',
  'autopay_posted_after_refund',
  'autopay_refund_refused',
  'campaign_identifier_unapproved',
  'autopay_partly_taken_back',
  'autopay_partly_given_back',
  'autopay_taken_back_before',
  'autopay_reversal_refused',
  'autopay_reposting_refused',
  'dispute_evidence_due',
  'dispute_of_unknown_charge',
  'autopay_run_held',
  'autopay_amount_too_small',
  'autopay_charge_refused',
  'autopay_paused_after_charge_off',
  'loan_system_misconfigured',
  'recovery_postings_unread',
  'posting_waits_for_recovery',
  'contact_data_unread',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** The kinds of differences that the tie-out finds; docs/tie-out.md explains each. */
export const DIFFERENCE_KINDS = [
  'posting_missing',
  'posting_doubled',
  'amount_differs',
  'reversed_there',
  'not_reversed_there',
  'posted_there_only',
  'unknown_here',
  'charge_missing',
  'charge_amount_differs',
  'charge_unknown_here',
  'charge_doubled',
  'refund_missing',
  'refund_unknown_here',
  'refund_amount_differs',
  'books_out_of_balance',
  'books_transactions',
  'books_balances',
  'books_reports',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** SQL: the kind as a literal. */
export function differenceKindSql(kind: DifferenceKind): string {
  return `'${kind}'`;
}
