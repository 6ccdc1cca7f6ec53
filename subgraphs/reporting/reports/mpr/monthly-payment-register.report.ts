import { transactionReport } from '../../report/transaction-report.js';
import type { RegisteredPayment } from './monthly-payment-register.type.js';

/** Every payment received, as in `crr`, with what it was applied to and the principal that it left. */
export const MONTHLY_PAYMENT_REGISTER = transactionReport<RegisteredPayment>({
  code: 'mpr',
  types: ['payment'],
  columns: {
    month: 'value',
    transaction_id: 'value',
    payment_method: 'value',
    amount_cents: 'cents',
    principal_cents: 'cents',
    interest_cents: 'cents',
    fees_cents: 'cents',
    ending_balance_cents: 'value',
    effective_at: 'value',
  },
  select: `to_char(t.effective_at, 'YYYY-MM') as month, t.id as transaction_id, t.payment_method, t.amount_cents,
    t.principal_cents, t.interest_cents, t.fees_cents, t.ending_balance_cents, t.effective_at`,
});
