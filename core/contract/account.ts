/** Where a loan stands (spec 3.4; the values are DESIGN 7's). */
export const ACCOUNT_STATUS_CODES = [
  'pending',
  'active',
  'delinquent',
  'charged_off',
  'paid_in_full',
  'closed',
] as const;

export type AccountStatusCode = (typeof ACCOUNT_STATUS_CODES)[number];
