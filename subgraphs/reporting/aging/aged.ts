import type { StandingDay } from '../report/standing-report.js';

/**
 * How old what is past due is, installment by installment: those before the next one due, and unpaid fees with the
 * oldest. Joins `aged` to `a` and `s` of standing-report.ts. It is the rule of aging.ts in SQL; a test holds the one against the
 * other.
 */
export function aged({ asOf }: Pick<StandingDay, 'asOf'>): string {
  return `
    cross join lateral (
      select case when a.first_due_on is null or coalesce(a.scheduled_payment_cents, 0) = 0 then 1
          else least(ceil(s.past_due_cents::numeric / a.scheduled_payment_cents), (${asOf} - s.oldest_unpaid_on) / 28 + 2)
        end::int as most,
        coalesce(${monthNumber('s.oldest_unpaid_on')} - ${monthNumber('a.first_due_on')}, 0) as before
    ) terms
    cross join lateral (
      select ${BUCKETS.map(([name, days]) => `${sumOf(`filter (where ${days})`)} as past_due_${name}_cents`).join(', ')},
        ${sumOf('')} as total_past_due_cents
      from (
        select ${asOf} - due_on as days, least(sum(cents) over older, s.balance_cents)
          - least(sum(cents) over older - cents, s.balance_cents) as cents
        from (
          select n, due_on, case when n > 0 then a.scheduled_payment_cents
            else s.past_due_cents - (count(*) over () - 1) * coalesce(a.scheduled_payment_cents, 0) end as cents
          from (
            select n, case when n = 0 then s.oldest_unpaid_on
              else (a.first_due_on + make_interval(months => terms.before + n))::date end as due_on
            from generate_series(0, terms.most - 1) as n
            where n = 0 or a.term_months is null or terms.before + n < a.term_months
          ) installment
          where s.days_past_due > 0 and (n = 0 or due_on < least(${asOf}, s.next_due_on))
        ) owed
        window older as (order by n)
      ) cut
    ) aged`;
}

const BUCKETS = [
  ['1_29', 'days < 30'],
  ['30_59', 'days between 30 and 59'],
  ['60_89', 'days between 60 and 89'],
  ['90_119', 'days between 90 and 119'],
  ['120_plus', 'days >= 120'],
] as const;

function sumOf(filter: string): string {
  return `coalesce(sum(cents) ${filter}, 0)::bigint`;
}

function monthNumber(date: string): string {
  return `(extract(year from ${date}) * 12 + extract(month from ${date}))::int`;
}
