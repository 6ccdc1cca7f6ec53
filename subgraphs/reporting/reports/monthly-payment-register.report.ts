import { cents, value } from '../report/column.js';
import { OF_TRANSACTION, TRANSACTION_ID } from '../report/owner.js';
import { transactionReport } from '../report/transaction-report.js';

/** Every payment received, as in `crr`, with what it was applied to and the principal that it left. */
export const MONTHLY_PAYMENT_REGISTER = transactionReport({
  code: 'mpr',
  name: 'Monthly payment register',
  title: 'monthly payment register',
  meaning: 'Monthly payment register: what each payment was applied to.',
  field: 'monthlyPaymentRegister',
  description: 'Payments received, with what they were applied to; latest first.',
  row: { name: 'RegisteredPayment', description: 'A payment received, and what it was applied to.' },
  remark:
    'Every payment as it was posted, also one that was taken back later: that is in `car` or `nsfr`, and `crr` has its status.',
  types: ['payment'],
  columns: {
    ...OF_TRANSACTION,
    month: value(`to_char(t.effective_at, 'YYYY-MM')`, 'text?', 'Of the effective date, YYYY-MM.'),
    ...TRANSACTION_ID,
    payment_method: value('t.payment_method', 'Transaction.paymentMethod', 'How it was paid, where that is known.'),
    amount_cents: cents('t.amount_cents', 'Transaction.amountCents', 'Null: unknown, never zero.'),
    principal_cents: cents('t.principal_cents', 'Transaction.principalCents', 'Of it, principal, cents.'),
    interest_cents: cents('t.interest_cents', 'Transaction.interestCents', 'Of it, interest, cents.'),
    fees_cents: cents('t.fees_cents', 'Transaction.feesCents', 'Of it, fees, cents.'),
    ending_balance_cents: value(
      't.ending_balance_cents',
      'Transaction.endingBalanceCents',
      'Outstanding principal after it.',
    ),
    effective_at: value('t.effective_at', 'Transaction.effectiveAt', 'The business day on which it counts.'),
  },
});
