import { type Cents, cents } from '../../core/money.js';
import type { LoanCells } from './read-row.js';

/** Amount counted toward the schedule so far. */
export function scheduledPaidCents(loan: LoanCells): Cents {
  if (loan.scheduled_paid_cents !== null) return loan.scheduled_paid_cents;
  return cents((loan.paid_installments ?? 0) * loan.scheduled_payment_cents);
}
