import { always, cents, value } from '../report/column.js';
import { milestoneReport } from '../report/milestone-report.js';
import { OF_ACCOUNT } from '../report/owner.js';

/** Loans by the day on which they were paid off. The payoff is what the last payment was applied to, component by component. */
export const PAID_IN_FULL = milestoneReport({
  code: 'pif',
  name: 'Paid in full',
  title: 'paid-in-full report',
  meaning: 'Loans paid in full.',
  field: 'paidInFull',
  description: 'Loans paid off; latest first.',
  row: { name: 'PaidInFull', description: 'A loan that was paid off.' },
  milestone: 'paid_off_on',
  day: 'day on which the loan was paid off',
  columns: {
    ...OF_ACCOUNT,
    paid_off_on: always(
      value('a.paid_off_on', 'Account.paidOffOn', 'The business day of the payment that paid it off.'),
    ),
    final_payment_cents: cents('final.amount_cents', 'Transaction.amountCents', 'The payment that paid it off, cents.'),
    payoff_cents: cents('final.payoff_cents', 'int8?', 'What the last payment was applied to, all components.'),
    original_principal_cents: cents(
      'a.original_principal_cents',
      'Account.originalPrincipalCents',
      'What was lent, cents.',
    ),
  },
  joins: `
    left join lateral (
      select t.amount_cents, t.principal_cents + t.interest_cents + t.fees_cents as payoff_cents from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id and t.type = 'payment'
        and coalesce(t.status, '') not in ('reversed', 'deleted') and t.sort_on between '0001-01-01' and a.paid_off_on
      order by t.sort_on desc, t.id desc limit 1) final on true`,
});
