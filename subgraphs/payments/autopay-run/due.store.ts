import { statement } from '../../../core/db/statement.js';

export interface ScheduleKey {
  readonly id: string;
  readonly organizationId: string;
  readonly accountId: string;
}

type DuePage = { today: string; afterId: string; limit: number };

/** Schedules that have a date to run, by id; those of an organization that is not active wait until it is again. */
export const dueSchedules = statement<DuePage, ScheduleKey>({
  name: 'autopay_schedule.due',
  text: ({ p, scope }) => `
    select s.id, s.organization_id as "organizationId", s.account_id as "accountId" from autopay_schedule s
     where s.status = 'active' and s.next_run_date <= ${p.today}::date and ${scope('s.organization_id')}
       and (s.end_date is null or s.next_run_date <= s.end_date) and s.id > ${p.afterId}
       and ${isOfActive('s')}
     order by s.id limit ${p.limit}`,
});

export const advanceSchedule = statement<{ id: string; nextDueOn: string }, { id: string }>({
  name: 'autopay_schedule.advance',
  text: ({ p, scope }) => `
    update autopay_schedule set next_run_date = ${p.nextDueOn}::date
     where id = ${p.id} and ${scope('organization_id')}
    returning id`,
});

export const expireSchedule = statement<{ id: string }, { id: string }>({
  name: 'autopay_schedule.expire',
  text: ({ p, scope }) => `
    update autopay_schedule set status = 'expired'
     where id = ${p.id} and ${scope('organization_id')} and status in ('active', 'paused')
    returning id`,
});

/** Schedules of loans on which nothing is left to pay, however it was paid. */
export const schedulesOfPaidLoans = statement<Record<string, never>, { id: string }>({
  name: 'autopay_schedule.of_paid_loans',
  text: ({ scope }) => `
    select s.id from autopay_schedule s
      join account a on a.organization_id = s.organization_id and a.id = s.account_id
     where s.status in ('active', 'paused') and a.status_code in ('paid_in_full', 'closed') and ${scope('s.organization_id')}`,
});

/** Schedules whose next date would pass their end, or, paused, whose end has gone by; whether a run of one is still open is looked at under its lock. */
export const endedSchedules = statement<{ today: string }, { id: string }>({
  name: 'autopay_schedule.ended',
  text: ({ p, scope }) => `
    select s.id from autopay_schedule s
     where s.status in ('active', 'paused') and ${scope('s.organization_id')}
       and (s.next_run_date > s.end_date or (s.status = 'paused' and s.end_date < ${p.today}::date))`,
});

/**
 * Runs that somebody should be working on within `withinMs`: their lease is over by then, or their next try is due. Nothing is
 * sent to be charged for an organization that is not active; what was sent before is followed to its end.
 */
export const overdueRuns = statement<{ today: string; withinMs: number }, { id: string; inMs: number }>({
  name: 'autopay_run.overdue',
  text: ({ p, scope }) => `
    select r.id, greatest(0, coalesce(extract(epoch from r.lease_until - clock_timestamp()) * 1000, 0))::float8 as "inMs"
      from autopay_run r
     where r.status in ('charging', 'charged', 'posting', 'refunding') and ${scope('r.organization_id')}
       and (r.status <> 'charging' or r.lease_until is not null or ${isOfActive('r')})
       and (r.lease_until is null or r.lease_until < clock_timestamp() + make_interval(secs => ${p.withinMs}::float8 / 1000))
    union all
    select r.id, 0 from autopay_run r
     where r.status = 'retrying' and r.next_try_on <= ${p.today}::date and ${scope('r.organization_id')}
       and ${isOfActive('r')}`,
});

function isOfActive(row: string): string {
  return `exists (select from organization o where o.id = ${row}.organization_id and o.is_active)`;
}
