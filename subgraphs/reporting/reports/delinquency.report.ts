import { BUCKET, balanceReport } from '../report/balance-report.js';
import { OF_ACCOUNT } from '../report/organization-and-account-columns.js';
import { cents, value } from '../report/report-column.js';

/**
 * Open accounts that were past due on a day, as of then: a payment that was reversed later counts. The start of a
 * delinquency comes from the snapshots. For an account that was past due when first synced, it is the day after its
 * oldest unpaid installment.
 */
export const DELINQUENCY = balanceReport({
  code: 'dr',
  name: 'Delinquency',
  title: 'delinquency report',
  meaning: 'Delinquency: loans past due.',
  field: 'delinquency',
  description: 'Open accounts past due on `to` (default: today); sorted by account.',
  row: { name: 'Delinquency', description: 'An account that is past due.' },
  shows: 'Accounts past due',
  columns: {
    ...OF_ACCOUNT,
    status_code: value('s.status_code', 'PastDueSnapshot.statusCode', 'The loan’s status, for example `delinquent`.'),
    days_past_due: value('s.days_past_due', 'int4', 'Days since the oldest unpaid installment was due.'),
    bucket: value(BUCKET, 'text', '1-29, 30-59, 60-89, 90-119 or 120+.'),
    past_due_cents: cents(
      's.past_due_cents',
      'PastDueSnapshot.pastDueCents',
      'The amount that makes the loan current, including unpaid fees, cents.',
    ),
    first_delinquent_on: value(
      'spell.first_delinquent_on',
      'date?',
      'The first day of this delinquency; null: unknown.',
    ),
    last_payment_on: value(
      'last_payment.effective_at',
      'Transaction.effectiveAt',
      'The business day of the latest payment.',
    ),
    last_payment_cents: value('last_payment.amount_cents', 'Transaction.amountCents', 'The latest payment, cents.'),
    next_due_on: value('s.next_due_on', 'PastDueSnapshot.nextDueOn', 'When the next installment is due.'),
    next_due_cents: cents('s.next_due_cents', 'PastDueSnapshot.nextDueCents', 'The amount due on that day, cents.'),
  },
  joins: ({ bookedBy }) => `
    cross join lateral (
      select max(clear.as_of) as as_of from past_due_snapshot clear
      where clear.organization_id = a.organization_id and clear.account_id = a.id and clear.as_of <= ${bookedBy}
        and clear.oldest_unpaid_on is null) clear
    cross join lateral (
      select case when clear.as_of is null then least(min(late.as_of), min(late.oldest_unpaid_on) + 1)
        else min(late.as_of) end as first_delinquent_on
      from past_due_snapshot late
      where late.organization_id = a.organization_id and late.account_id = a.id and late.as_of <= ${bookedBy}
        and late.oldest_unpaid_on is not null and late.as_of > coalesce(clear.as_of, '-infinity')) spell
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
  // Accounts that were never past due are skipped along an index of their own.
  where: `s.days_past_due > 0 and exists (select from past_due_snapshot ever
    where ever.organization_id = a.organization_id and ever.account_id = a.id and ever.oldest_unpaid_on is not null)`,
});
