// Written by `npm run generate` from the lists of the server.

export const AGING_BUCKETS = [
  '1-29',
  '30-59',
  '60-89',
  '90-119',
  '120+',
] as const;
export type AgingBucket = (typeof AGING_BUCKETS)[number];

export const DELIVERY_FAILURES = [
  'address_not_allowed',
  'timeout',
  'answer_not_readable',
  'dns',
  'connection_refused',
  'connection_lost',
  'tls',
  'unreachable',
  'failed',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

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

export const EVENT_OBJECTS = [
  'payment',
  'autopay_run',
  'autopay_schedule',
  'dispute',
  'account',
  'payment_method',
  'loan_system',
  'webhook_endpoint',
] as const;
export type EventObject = (typeof EVENT_OBJECTS)[number];

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
  'contact_data_unread',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

export const ROLES = [
  'viewer',
  'operator',
  'admin',
] as const;
export type Role = (typeof ROLES)[number];

export const SIGN_IN_PROBLEMS = [
  'expired',
  'refused',
  'not_genuine',
  'issuer_unavailable',
  'no_role',
  'no_organization',
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

export const ADVANCE_STOP_REASONS = [
  'day_end_failed',
  'day_failed',
  'outcome_unknown',
  'stopped',
] as const;
export type AdvanceStopReason = (typeof ADVANCE_STOP_REASONS)[number];
