import { milestoneReport } from '../../report/milestone-report.js';
import type { PaidInFull } from './paid-in-full.type.js';

/** Loans by the day on which they were paid off. The payoff is what the last payment was applied to, component by component. */
export const PAID_IN_FULL = milestoneReport<PaidInFull>({
  code: 'pif',
  milestone: 'paid_off_on',
  columns: {
    paid_off_on: 'value',
    final_payment_cents: 'cents',
    payoff_cents: 'cents',
    original_principal_cents: 'cents',
  },
  select: `a.paid_off_on, final.amount_cents as final_payment_cents, final.payoff_cents, a.original_principal_cents`,
  joins: `
    left join lateral (
      select t.amount_cents, t.principal_cents + t.interest_cents + t.fees_cents as payoff_cents from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id and t.type = 'payment'
        and coalesce(t.status, '') not in ('reversed', 'deleted') and t.sort_on between '0001-01-01' and a.paid_off_on
      order by t.sort_on desc, t.id desc limit 1) final on true`,
});
