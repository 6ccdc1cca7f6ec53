import { milestoneReport } from '../../report/milestone-report.js';
import type { WriteOff } from './write-offs.type.js';

/**
 * Loans by the day of their charge-off. Its amounts stand as they were then, whatever is recovered; what is recovered is the
 * payments after it that were not taken back.
 */
export const WRITE_OFFS = milestoneReport<WriteOff>({
  code: 'wor',
  milestone: 'charged_off_on',
  columns: {
    charged_off_on: 'value',
    charge_off_amount_cents: 'cents',
    principal_cents: 'cents',
    interest_cents: 'cents',
    fees_cents: 'cents',
    days_past_due: 'value',
    recovered_cents: 'cents',
  },
  select: `a.charged_off_on, c.amount_cents as charge_off_amount_cents, c.principal_cents, c.interest_cents, c.fees_cents,
    s.days_past_due, recovered.cents as recovered_cents`,
  joins: `
    left join lateral (
      select t.id, t.amount_cents, t.principal_cents, t.interest_cents, t.fees_cents from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id and t.type = 'charge_off'
        and t.sort_on = a.charged_off_on and coalesce(t.status, '') not in ('reversed', 'deleted')
      order by t.id desc limit 1) c on true
    left join lateral (
      select greatest(0, coalesce(a.charged_off_on - last.oldest_unpaid_on, 0)) as days_past_due
      from past_due_snapshot last
      where last.account_id = a.id and last.as_of <= a.charged_off_on order by last.as_of desc limit 1) s on true
    cross join lateral (
      select coalesce(sum(t.amount_cents), 0)::bigint as cents from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id and t.type = 'payment'
        and coalesce(t.status, '') not in ('reversed', 'deleted')
        and (t.sort_on, t.id) > (a.charged_off_on, coalesce(c.id, '8'))) recovered`,
});
