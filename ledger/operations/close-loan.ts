import type { Loan } from '../loan.js';
import { type AppliedOperation, type Refusal, refused } from './operation-result.js';

/** Closes a loan permanently: it must be paid in full, or never disbursed. */
export function close(loan: Loan): AppliedOperation | Refusal {
  if (loan.status !== 'paid_in_full' && loan.status !== 'pending') return refused('balance_outstanding');
  return { kind: 'act', loan: { ...loan, status: 'closed' }, entries: [] };
}
