import { OF_TRANSACTION, TRANSACTION_ID } from '../report/organization-and-account-columns.js';
import { cents, value } from '../report/report-column.js';
import { transactionReport } from '../report/transaction-report.js';

/** Every payment received, as in `crr`, with its allocation and the remaining principal. */
export const MONTHLY_PAYMENT_REGISTER = transactionReport({
  code: 'mpr',
  name: 'Monthly payment register',
  title: 'monthly payment register',
  meaning: 'Monthly payment register: the allocation of each payment.',
  field: 'monthlyPaymentRegister',
  description: 'Payments received, with their allocation; latest first.',
  row: { name: 'RegisteredPayment', description: 'A payment received, with its allocation.' },
  remark:
    'Every payment as posted, including payments reversed later: their reversals are in `car` or `nsfr`, and their status is in `crr`.',
  types: ['payment'],
  columns: {
    ...OF_TRANSACTION,
    month: value(`to_char(t.effective_at, 'YYYY-MM')`, 'text?', 'The month of the effective date, YYYY-MM.'),
    ...TRANSACTION_ID,
    payment_method: value('t.payment_method', 'Transaction.paymentMethod', 'The payment method, if known.'),
    amount_cents: cents('t.amount_cents', 'Transaction.amountCents', 'Null: unknown, never zero.'),
    principal_cents: cents('t.principal_cents', 'Transaction.principalCents', 'The principal part, cents.'),
    interest_cents: cents('t.interest_cents', 'Transaction.interestCents', 'The interest part, cents.'),
    fees_cents: cents('t.fees_cents', 'Transaction.feesCents', 'The fee part, cents.'),
    ending_balance_cents: value(
      't.ending_balance_cents',
      'Transaction.endingBalanceCents',
      'Outstanding principal after the payment.',
    ),
    effective_at: value('t.effective_at', 'Transaction.effectiveAt', 'The effective business day.'),
  },
});
