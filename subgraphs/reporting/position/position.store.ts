import { isNotAdvancing, sandboxesAhead } from '../../../core/business-time/business-clock.js';
import { columns, derived } from '../../../core/db/columns.js';
import { inserted, selectedFrom, sql } from '../../../core/db/insert-sql.js';
import { type StatementTools, statement } from '../../../core/db/statement.js';
import { bucketOf } from '../report/balance-report.js';

/**
 * Organizations whose books of the day are closed, but whose position for it is not written. A lender without ledger
 * loans has no books to close first.
 */
export const organizationsUnwritten = statement({
  name: 'position.organizations_unwritten',
  takes: { day: 'date', closedThrough: 'date' },
  gives: derived({ organizationId: 'Organization.id' }),
  text: ({ p, scope }) => `
    select o.id as "organizationId" from organization o
      left join positions_written w on w.organization_id = o.id
      left join ledger_day_end d on d.organization_id = o.id
     where (w.through is null or w.through < ${p.day}::date) and d.closed_through >= ${p.closedThrough}::date
       and ${scope('o.id')} and ${isNotAdvancing('o.id')}
    union
    ${sandboxesAhead(scope)}`,
});

const THROUGH = columns('PositionProgress', 'w', ['through']);

/**
 * The last day of an organization's series. The series begins on the day of the first snapshot or, without any, with
 * the day to be written. Locked until the transaction ends: of two workers, the second waits and finds the days
 * written.
 */
export const lockWritten = statement({
  name: 'position.lock_written',
  takes: { organizationId: 'PositionProgress.organizationId', day: 'date' },
  gives: THROUGH,
  text: ({ p, scope }) => {
    const { into, values } = inserted('PositionProgress', {
      organizationId: p.organizationId,
      through: sql(`least(${p.day}::date, (select min(first.as_of) from past_due_snapshot first
        where first.organization_id = ${p.organizationId})) - 1`),
    });
    return `
    insert into positions_written as w ${into.slice(into.indexOf('('))} select ${values} where ${scope(`${p.organizationId}::text`)}
    on conflict (organization_id) do update set through = w.through
    returning ${THROUGH}`;
  },
});

/** Stores how far the series is written. Only under the lock. */
export const writeThrough = statement({
  name: 'position.write_through',
  takes: { organizationId: 'PositionProgress.organizationId', through: 'date' },
  text: ({ p, scope }) => `
    update positions_written set through = ${p.through}::date
     where organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});

/**
 * Writes the positions of a range of days: for each account the last snapshot on or before the day, as in the reports
 * of that day. Reads account by account, from the snapshot in force on the first day to that of the last.
 */
export const writePositions = statement({
  name: 'position.write_days',
  takes: { organizationId: 'DailyPosition.organizationId', first: 'date', last: 'date' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('DailyPosition', {
      ...selectedFrom('DailyPosition', 'standing', ['organizationId', 'day', 'loanSystemCode', 'productId']),
      ...selectedFrom('DailyPosition', 'standing', ['statusCode', 'bucket']),
      accounts: sql('count(*)'),
      balanceCents: sql('sum(standing.balance_cents)'),
      pastDueCents: sql('sum(standing.past_due_cents)'),
    });
    return `
    insert into ${into} select ${values}
    from (${STANDINGS({ organizationId: p.organizationId, first: p.first, last: p.last, scope })}) standing
    group by 1, 2, 3, 4, 5, 6`;
  },
});

/** Writes the transitions of accounts from the end of one month to the end of the next. */
export const writeRoll = statement({
  name: 'position.write_roll',
  takes: { organizationId: 'MonthlyRoll.organizationId', previousEnd: 'date', monthEnd: 'date' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('MonthlyRoll', {
      organizationId: sql('stood.organization_id'),
      monthEnd: sql(`${p.monthEnd}::date`),
      ...selectedFrom('MonthlyRoll', 'stood', ['loanSystemCode', 'productId']),
      fromState: sql(`coalesce(was.state, 'new')`),
      toState: sql('stood.state'),
      accounts: sql('count(*)'),
      balanceCents: sql('sum(coalesce(was.balance_cents, stood.balance_cents))'),
    });
    const at = (day: string) => `select *, coalesce(nullif(bucket, ''), status_code::text) as state
      from (${STANDINGS({ organizationId: p.organizationId, first: day, last: day, scope })}) of_day`;
    return `
    insert into ${into} select ${values}
    from (${at(p.monthEnd)}) stood left join (${at(p.previousEnd)}) was on was.account_id = stood.account_id
    group by 1, 2, 3, 4, 5, 6`;
  },
});

interface Asked {
  readonly organizationId: string;
  readonly first: string;
  readonly last: string;
  readonly scope: StatementTools<Record<never, never>>['scope'];
}

/**
 * Each account on each of the days. The past-due amount is capped at the principal, as in the aged balance. A
 * charge-off and a payoff count from their day, though the snapshot may be from the next.
 */
function STANDINGS({ organizationId, first, last, scope }: Asked): string {
  return `
    select standing.*, case when standing.is_open then ${bucketOf('standing.days_past_due')} else '' end as bucket,
      case when standing.is_open and standing.days_past_due > 0 then least(standing.owed_cents, standing.balance_cents) else 0 end as past_due_cents
    from (
      select a.organization_id, a.id as account_id, day.day::date as day, a.loan_system_code,
        coalesce(l.product_id, '') as product_id, s.balance_cents, s.past_due_cents as owed_cents, by_day.status_code,
        by_day.status_code in ('active', 'delinquent') as is_open,
        greatest(0, coalesce(day.day::date - s.oldest_unpaid_on, 0)) as days_past_due
      from account a
      left join ledger_loan l on a.loan_system_code = 'ledger' and l.organization_id = a.organization_id and l.id = a.external_id
      cross join lateral (
        select spell.*, coalesce(lead(spell.as_of) over (order by spell.as_of), 'infinity') as until
        from past_due_snapshot spell
        where spell.organization_id = a.organization_id and spell.account_id = a.id and spell.as_of <= ${last}::date
          and spell.as_of >= coalesce((
            select max(before.as_of) from past_due_snapshot before
            where before.organization_id = a.organization_id and before.account_id = a.id and before.as_of <= ${first}::date), '-infinity')
      ) s
      cross join lateral generate_series(greatest(s.as_of, ${first}::date)::timestamp,
        least(case when s.until = 'infinity' then ${last}::date else s.until - 1 end, ${last}::date)::timestamp, interval '1 day') as day (day)
      cross join lateral (select case
          when s.status_code in ('active', 'delinquent') and a.charged_off_on <= day.day::date then 'charged_off'
          when s.status_code in ('active', 'delinquent') and a.paid_off_on <= day.day::date then 'paid_in_full'
          else s.status_code end as status_code) by_day
      where a.organization_id = ${organizationId} and ${scope('a.organization_id')}
    ) standing`;
}
