/** Acts whose amount a role may be limited to. */
export const LIMITED_ACTS = ['charge_off', 'waiver', 'adjustment', 'reversal', 'one_time_charge', 'booking'] as const;
export type LimitedAct = (typeof LIMITED_ACTS)[number];

/** Roles that can have limits. An admin has none: an admin sets them. */
export const LIMITED_ROLES = ['agent', 'supervisor'] as const;
export type LimitedRole = (typeof LIMITED_ROLES)[number];

export const APPROVAL_STATUSES = ['open', 'approved', 'done', 'failed', 'rejected', 'expired', 'withdrawn'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Names of an act's details on its request. */
export const ACT_DETAILS = [
  ...['component', 'principal', 'interest', 'fees', 'non_sufficient_funds'],
  ...['loan_number', 'annual_rate', 'term_months', 'originated_on', 'first_due_on'],
  ...['charged_on', 'payment_method_id', 'authorizer_id', 'authorized_on', 'authorization_method', 'allows_equal'],
] as const;
