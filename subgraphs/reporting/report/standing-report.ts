import { ArgsType, Field } from 'type-graphql';
import { listArguments } from '../../../core/graphql/list-arguments.js';
import { ABOUT_BUCKET } from './bucket.js';
import { type Report, report } from './report.js';
import type { FilterPlaces, ReportNames, ReportSource } from './report-source.js';

interface StandingReportSource extends ReportNames, Pick<ReportSource, 'columns'> {
  /** What it shows, as of a day. */
  readonly shows: string;
  /** Joins to `a`, and to `s`, the snapshot that was in force; they keep each account one row. */
  readonly joins: (day: StandingDay) => string;
  readonly where?: string;
}

const ON_A_DAY = listArguments({
  from: 'Balances are those of one day, whatever the first one is; but a range that begins after today is empty.',
  to: 'The day of the balances; without it, and for later ones, today (New York), with all that is booked.',
});

@ArgsType()
class StandingArguments extends ON_A_DAY {
  @Field(() => String, { nullable: true, description: ABOUT_BUCKET })
  bucket?: string | null;
}

/** The day of a report of balances, in SQL: ages are counted to `asOf`, and what is booked by `bookedBy` counts. */
export interface StandingDay {
  readonly asOf: string;
  readonly bookedBy: string;
}

/** A report of how open accounts stood on a day, as they were then. A range of days that are still to come is empty. */
export function standingReport({ shows, joins, where = 'true', ...source }: StandingReportSource): Report {
  return report({
    ...source,
    arguments: StandingArguments,
    usage: `${shows} as of \`to\`, today (New York) without it; \`from\` has no effect, but a range that begins after today is empty.`,
    from: (filters) => {
      const day = standingDay(filters);
      return `
        from ${standing(day)} ${joins(day)}
        where a.organization_id = organization.id and ${filters.least}::date <= ${day.bookedBy} and ${isOpen(day)} and ${where}
          and (${filters.bucket}::text = '' or ${BUCKET} = ${filters.bucket})`;
    },
    key: { after_id: { sql: 'a.id', type: 'text', start: '' } },
    direction: 'asc',
  });
}

export function standingDay({ asOf, bookedBy }: Pick<FilterPlaces, 'asOf' | 'bookedBy'>): StandingDay {
  return { asOf: `${asOf}::date`, bookedBy: `${bookedBy}::date` };
}

/**
 * Accounts `a`, each with `s`, the last snapshot of or before a day and how many days past due the account was: snapshots
 * are written only when something changes, so that one holds until the next.
 */
export function standing({ asOf, bookedBy }: StandingDay): string {
  return `account a cross join lateral (
    select last.*, greatest(0, coalesce(${asOf} - last.oldest_unpaid_on, 0)) as days_past_due
    from past_due_snapshot last
    where last.organization_id = a.organization_id and last.account_id = a.id and last.as_of <= ${bookedBy} order by last.as_of desc limit 1) s`;
}

/** Whether `a` was on the books then: a charge-off counts from its day, though its snapshot may be of the next. */
export function isOpen({ bookedBy }: StandingDay): string {
  return `s.status_code in ('active', 'delinquent')
    and (a.charged_off_on is null or a.charged_off_on > ${bookedBy}) and (a.paid_off_on is null or a.paid_off_on > ${bookedBy})`;
}

/** The bucket of an account, by how many days its oldest unpaid installment is past due. */
export function bucketOf(days: string): string {
  return `case when ${days} = 0 then 'current' when ${days} < 30 then '1-29'
  when ${days} < 60 then '30-59' when ${days} < 90 then '60-89' when ${days} < 120 then '90-119'
  else '120+' end`;
}

export const BUCKET = bucketOf('s.days_past_due');
