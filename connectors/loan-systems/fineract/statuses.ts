import type { AccountStatusCode } from '../../../core/contract/account-enumerations.js';

/** Fineract's command for a payment on a loan; null: the loan accepts no payments. */
export type PaymentCommand = 'repayment' | 'recoverypayment' | null;

interface Meaning {
  readonly statusCode: AccountStatusCode;
  readonly command: PaymentCommand;
}

/** By `status.id`. */
const STATUSES: ReadonlyMap<number, Meaning> = new Map([
  [100, { statusCode: 'pending', command: null }],
  [200, { statusCode: 'pending', command: null }],
  [300, { statusCode: 'active', command: 'repayment' }],
  // In transfer to another office: Fineract accepts no payments until it has arrived.
  [303, { statusCode: 'active', command: null }],
  [304, { statusCode: 'active', command: null }],
  [400, { statusCode: 'closed', command: null }],
  [500, { statusCode: 'closed', command: null }],
  [600, { statusCode: 'paid_in_full', command: null }],
  [601, { statusCode: 'charged_off', command: 'recoverypayment' }],
  [602, { statusCode: 'closed', command: null }],
  // Overpaid: more than was owed.
  [700, { statusCode: 'paid_in_full', command: null }],
]);

const UNKNOWN: Meaning = { statusCode: 'unknown', command: null };

export interface StatusFlags {
  readonly statusId: number;
  /** Charged off but not written off: still active in Fineract, which continues to accept repayments. */
  readonly chargedOff: boolean;
  readonly overdue: boolean;
}

export function meaningOf({ statusId, chargedOff, overdue }: StatusFlags): Meaning {
  const meaning = STATUSES.get(statusId) ?? UNKNOWN;
  if (meaning.statusCode !== 'active') return meaning;
  if (chargedOff) return { ...meaning, statusCode: 'charged_off' };
  return overdue ? { ...meaning, statusCode: 'delinquent' } : meaning;
}
