import type { BalanceDay } from '../report/balance-report.js';

/**
 * Splits the past-due amount of an account by age, installment by installment: those due before the next due date,
 * with unpaid fees added to the oldest. If the loan system reports the unpaid part of the oldest installment, the
 * following ones are level payments and the last gets the remainder; otherwise the oldest gets the remainder. Joins
 * `aged` to `a` and `s` of balance-report.ts. A test compares it with the same rule outside SQL.
 */
export function agingBucketsJoinSql({ asOf }: Pick<BalanceDay, 'asOf'>): string {
  return `${terms(asOf)}
    cross join lateral (
      select ${BUCKETS.map(([name, days]) => `${sumOf(`filter (where ${days})`)} as past_due_${name}_cents`).join(', ')},
        ${sumOf('')} as total_past_due_cents
      from (
        select ${asOf} - due_on as days, least(sum(cents) over older, s.balance_cents)
          - least(sum(cents) over older - cents, s.balance_cents) as cents
        from (
          select n, due_on, case
              when n = case when s.oldest_unpaid_cents is null then 0 else count(*) over () - 1 end then s.past_due_cents
                - case when count(*) over () = 1 then 0 else coalesce(s.oldest_unpaid_cents, a.scheduled_payment_cents)
                  + (count(*) over () - 2) * a.scheduled_payment_cents end
              when n = 0 then s.oldest_unpaid_cents
              else a.scheduled_payment_cents end as cents
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

/** Only the total of `aged`: all installments together make up the past-due amount, capped at the balance. */
export function agedInTotal({ asOf }: Pick<BalanceDay, 'asOf'>): string {
  return `${terms(asOf)}
    cross join lateral (
      select case when s.days_past_due > 0 and terms.most > 0
        then least(s.past_due_cents, s.balance_cents) - least(0, s.balance_cents) else 0 end as total_past_due_cents
    ) aged`;
}

/**
 * The maximum number of unpaid installments, and the months between the first installment and the oldest unpaid one.
 */
function terms(asOf: string): string {
  return `
    cross join lateral (
      select case when a.first_due_on is null or coalesce(a.scheduled_payment_cents, 0) = 0 then 1
          else least(coalesce(1 + ceil((s.past_due_cents - s.oldest_unpaid_cents)::numeric / a.scheduled_payment_cents),
            ceil(s.past_due_cents::numeric / a.scheduled_payment_cents)), (${asOf} - s.oldest_unpaid_on) / 28 + 2)
        end::int as most,
        coalesce(${monthNumber('s.oldest_unpaid_on')} - ${monthNumber('a.first_due_on')}, 0) as before
    ) terms`;
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
