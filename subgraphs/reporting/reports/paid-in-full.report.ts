import { finalPayment } from '../../../loan-model/projection/final-payment-sql.js';
import { milestoneReport } from '../report/milestone-report.js';
import { OF_ACCOUNT } from '../report/organization-and-account-columns.js';
import { cents, neverNull, value } from '../report/report-column.js';

/**
 * Loans by payoff day, with the allocation of the last payment as the payoff. A payoff that was reversed after its
 * month ended stays as reported.
 */
export const PAID_IN_FULL = milestoneReport({
  code: 'pif',
  name: 'Paid in full',
  title: 'paid-in-full report',
  meaning: 'Loans paid in full.',
  field: 'paidInFull',
  description: 'Loans paid off; latest first. A payoff that was reversed after its month ended stays.',
  row: { name: 'PaidInFull', description: 'A loan that was paid off.' },
  milestone: 'paid_off_on',
  day: 'day of payoff',
  columns: {
    ...OF_ACCOUNT,
    paid_off_on: neverNull(
      value('a.paid_off_on', 'Account.paidOffOn', 'The business day of the payment that paid it off.'),
    ),
    final_payment_cents: cents(
      'a.final_payment_cents',
      'Transaction.amountCents',
      'The payment that paid it off, cents.',
    ),
    payoff_cents: cents('a.payoff_cents', 'int8?', 'The last payment’s allocation, all components together.'),
    original_principal_cents: cents(
      'a.original_principal_cents',
      'Account.originalPrincipalCents',
      'The amount lent, cents.',
    ),
  },
  from: `(
      select a.id, a.organization_id, a.original_principal_cents, a.paid_off_on,
        final.amount_cents as final_payment_cents, final.payoff_cents
      from account a ${finalPayment()} where a.paid_off_on is not null
      union all
      select a.id, payoff.organization_id, a.original_principal_cents, payoff.paid_off_on, payoff.final_payment_cents, payoff.payoff_cents
      from payoff_told payoff join account a on a.organization_id = payoff.organization_id and a.id = payoff.account_id
    ) a`,
});
