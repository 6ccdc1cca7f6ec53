import { SERVICING_ZONE } from '../../../../core/servicing-day.js';
import { BUCKET, standingReport } from '../../report/standing-report.js';
import type { Delinquency } from './delinquency.type.js';

/** Open accounts that were past due on a day. */
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
  joins: (day) => `
    cross join lateral (
      select min(on_day) as first_delinquent_on from (
        select ${servicingDay('e.occurred_at')} as on_day from lifecycle_event e
        where e.organization_id = a.organization_id and e.account_id = a.id and e.type = 'delinquent'
          and ${servicingDay('e.occurred_at')} <= ${day}
          and not exists (
            select from lifecycle_event cured
            where cured.organization_id = a.organization_id and cured.account_id = a.id
              and cured.to_status <> 'delinquent' and cured.occurred_at > e.occurred_at
              and ${servicingDay('cured.occurred_at')} <= ${day})) since) spell
    left join lateral (
      select t.effective_at, t.amount_cents from transaction t
      where t.organization_id = a.organization_id and t.account_id = a.id and t.type = 'payment'
        and t.status is distinct from 'reversed' and t.sort_on between '0001-01-01' and ${day}
      order by t.sort_on desc, t.id desc limit 1) last_payment on true`,
  where: 's.days_past_due > 0',
});

function servicingDay(instant: string): string {
  return `(${instant} at time zone '${SERVICING_ZONE}')::date`;
}
