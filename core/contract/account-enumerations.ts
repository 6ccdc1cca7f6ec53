/** The statuses of a loan. */
export const ACCOUNT_STATUS_CODES = [
  'pending',
  'active',
  'delinquent',
  'charged_off',
  'paid_in_full',
  'closed',
  // A status of a loan system that Tributary does not know: the loan can be read, and takes no payments.
  'unknown',
] as const;

export type AccountStatusCode = (typeof ACCOUNT_STATUS_CODES)[number];

/** Why a loan takes no payments (422 `account_not_payable`). */
export const NOT_PAYABLE_REASONS = [
  'not_disbursed',
  'paid_in_full',
  'closed',
  // Charged off, in a loan system that has no recoveries.
  'no_recoveries',
  'status_unknown',
  // Its organization is inactive and takes nothing new.
  'organization_inactive',
  // Its status would allow payments.
  'held_by_loan_system',
] as const;

export type NotPayableReason = (typeof NOT_PAYABLE_REASONS)[number];

/** The roles of a borrower on a loan. */
export const BORROWER_ROLES = ['primary', 'co_borrower'] as const;

export type BorrowerRole = (typeof BORROWER_ROLES)[number];

/** Changes of a loan's status. */
export const LIFECYCLE_EVENT_TYPES = [
  'opened',
  'delinquent',
  'current',
  'charged_off',
  'paid_in_full',
  'reopened',
  'closed',
] as const;

export type LifecycleEventType = (typeof LIFECYCLE_EVENT_TYPES)[number];
