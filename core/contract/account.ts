/** Where a loan stands (spec 3.4; the values are DESIGN 7's). */
export const ACCOUNT_STATUS_CODES = [
  'pending',
  'active',
  'delinquent',
  'charged_off',
  'paid_in_full',
  'closed',
  // What a loan system says and we do not know: readable, takes no payments.
  'unknown',
] as const;

export type AccountStatusCode = (typeof ACCOUNT_STATUS_CODES)[number];

/** As what somebody borrows on a loan. */
export const BORROWER_ROLES = ['primary', 'co_borrower'] as const;

export type BorrowerRole = (typeof BORROWER_ROLES)[number];

/** How the status of a loan moves (spec 2.7a; DESIGN 7). */
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
