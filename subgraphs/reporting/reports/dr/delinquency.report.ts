import { BUCKET, standingReport } from '../../report/standing-report.js';
import type { Delinquency } from './delinquency.type.js';

/**
 * Open accounts that were past due on a day, as the books stood then: a payment that was taken back later counts, and a spell
 * of delinquency is told from the snapshots. An account that was past due already when it was first seen has been so since the
 * day after its oldest unpaid installment.
 */
export const DELINQUENCY = standingReport<Delinquency>({
  code: 'dr',
  columns: {
    status_code: 'value',
    days_past_due: 'value',
    bucket: 'value',
    past_due_cents: 'cents',
    first_delinquent_on: 'value',
    last_payment_on: 'value',
    last_payment_cents: 'value',
    next_due_on: 'value',
    next_due_cents: 'cents',
  },
  select: `s.status_code, s.days_past_due, ${BUCKET} as bucket, s.past_due_cents, spell.first_delinquent_on,
    last_payment.effective_at as last_payment_on, last_payment.amount_cents as last_payment_cents, s.next_due_on,
    s.next_due_cents`,
  joins: ({ bookedBy }) => `
    cross join lateral (
      select max(clear.as_of) as as_of from past_due_snapshot clear
      where clear.account_id = a.id and clear.as_of <= ${bookedBy} and clear.oldest_unpaid_on is null) clear
    cross join lateral (
      select case when clear.as_of is null then least(min(late.as_of), min(late.oldest_unpaid_on) + 1)
        else min(late.as_of) end as first_delinquent_on
      from past_due_snapshot late
      where late.account_id = a.id and late.as_of <= ${bookedBy} and late.oldest_unpaid_on is not null
        and late.as_of > coalesce(clear.as_of, '-infinity')) spell
    left join lateral (
      select t.effective_at, t.amount_cents from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id and t.type = 'payment'
        and t.status is distinct from 'deleted'
        and (t.status is distinct from 'reversed' or exists (
          select from transaction back
          where back.organization_id = t.organization_id and back.account_id = t.account_id
            and back.original_transaction_id = t.id and back.sort_on > ${bookedBy}))
        and t.sort_on between '0001-01-01' and ${bookedBy}
      order by t.sort_on desc, t.id desc limit 1) last_payment on true`,
  where: 's.days_past_due > 0',
});
