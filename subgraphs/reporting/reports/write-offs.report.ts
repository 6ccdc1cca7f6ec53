import { milestoneReport } from '../report/milestone-report.js';
import { OF_ACCOUNT } from '../report/organization-and-account-columns.js';
import { cents, neverNull, value } from '../report/report-column.js';

/**
 * Loans by charge-off day. The amounts are as of that day, whatever was recovered later. The recovered amount is the
 * sum of later payments that were not reversed. Later changes of the loss are in `ncar`.
 */
export const WRITE_OFFS = milestoneReport({
  code: 'wor',
  name: 'Write-offs',
  title: 'write-offs report',
  meaning: 'Write-offs: loans charged off, and the amounts recovered.',
  field: 'writeOffs',
  description: 'Loans charged off; latest first.',
  row: { name: 'WriteOff', description: 'A loan that was charged off.' },
  milestone: 'charged_off_on',
  day: 'day of charge-off',
  columns: {
    ...OF_ACCOUNT,
    charged_off_on: neverNull(value('a.charged_off_on', 'Account.chargedOffOn', 'The business day of the charge-off.')),
    charge_off_amount_cents: cents(
      'c.amount_cents',
      'Transaction.amountCents',
      'As of that day, without later recoveries.',
    ),
    principal_cents: cents('c.principal_cents', 'Transaction.principalCents', 'The principal part, cents.'),
    interest_cents: cents('c.interest_cents', 'Transaction.interestCents', 'The interest part, cents.'),
    fees_cents: cents('c.fees_cents', 'Transaction.feesCents', 'The fee part, cents.'),
    days_past_due: value('s.days_past_due', 'int4?', 'Days since the oldest unpaid installment was due.'),
    recovered_cents: cents('recovered.cents', 'int8', 'Later payments that were not reversed.'),
  },
  joins: `
    left join lateral (
      select t.id, t.amount_cents, t.principal_cents, t.interest_cents, t.fees_cents from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id and t.type = 'charge_off'
        and t.sort_on = a.charged_off_on and t.because_of_transaction_id is null and coalesce(t.status, '') not in ('reversed', 'deleted')
      order by t.id desc limit 1) c on true
    left join lateral (
      select greatest(0, coalesce(a.charged_off_on - last.oldest_unpaid_on, 0)) as days_past_due
      from past_due_snapshot last
      where last.organization_id = a.organization_id and last.account_id = a.id and last.as_of <= a.charged_off_on
      order by last.as_of desc limit 1) s on true
    cross join lateral (
      select coalesce(sum(t.amount_cents), 0)::bigint as cents from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id and t.type = 'payment'
        and coalesce(t.status, '') not in ('reversed', 'deleted')
        and (t.sort_on, t.id) > (a.charged_off_on, coalesce(c.id, '8'))) recovered`,
});
