import { type Report, type ReportSource, report } from './report.js';

/** By account. */
export type AfterAccount = { readonly afterId: string };

interface StandingReportSource extends Pick<ReportSource<AfterAccount>, 'code' | 'columns'> {
  /** The contract's columns, of `a`, and of `s`, the snapshot that was in force. */
  readonly select: string;
  /** Joins to `a` and `s` that keep each account one row. */
  readonly joins: (day: StandingDay) => string;
  readonly where?: string;
}

/** The day of a report of balances, in SQL: ages are counted to `asOf`, and what is booked by `bookedBy` counts. */
export interface StandingDay {
  readonly asOf: string;
  readonly bookedBy: string;
}

/** A report of how open accounts stood on a day, as they were then. A range of days that are still to come is empty. */
export function standingReport<Row>(source: StandingReportSource): Report<AfterAccount, Row & AfterAccount> {
  const { code, columns, select, joins, where = 'true' } = source;
  return report<AfterAccount, Row & AfterAccount>({
    code,
    columns,
    rows: (p) => {
      const day = standingDay(p);
      return `
        select a.organization_id, a.id as account_id, ${select}, a.id as after_id
        from ${standing(day)} ${joins(day)}
        where a.organization_id = organization.id and ${p.least}::date <= ${day.bookedBy} and ${isOpen(day)} and ${where}`;
    },
    key: { after_id: 'text' },
    direction: 'asc',
    start: { afterId: '' },
  });
}

export function standingDay(p: StandingDay): StandingDay {
  return { asOf: `${p.asOf}::date`, bookedBy: `${p.bookedBy}::date` };
}

/**
 * Accounts `a`, each with `s`, the last snapshot of or before a day and how many days past due the account was: snapshots
 * are written only when something changes, so that one holds until the next.
 */
export function standing({ asOf, bookedBy }: StandingDay): string {
  return `account a cross join lateral (
    select last.*, greatest(0, coalesce(${asOf} - last.oldest_unpaid_on, 0)) as days_past_due
    from past_due_snapshot last
    where last.account_id = a.id and last.as_of <= ${bookedBy} order by last.as_of desc limit 1) s`;
}

/** Whether `a` was on the books then: a charge-off counts from its day, though its snapshot may be of the next. */
export function isOpen({ bookedBy }: StandingDay): string {
  return `s.status_code in ('active', 'delinquent')
    and (a.charged_off_on is null or a.charged_off_on > ${bookedBy}) and (a.paid_off_on is null or a.paid_off_on > ${bookedBy})`;
}

/** The bucket of an account, by its oldest unpaid installment. */
export const BUCKET = `case when s.days_past_due = 0 then 'current' when s.days_past_due < 30 then '1-29'
  when s.days_past_due < 60 then '30-59' when s.days_past_due < 90 then '60-89' when s.days_past_due < 120 then '90-119'
  else '120+' end`;
