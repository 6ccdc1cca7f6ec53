import { ArgsType, Field } from 'type-graphql';
import { listArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import { ABOUT_BUCKET } from './aging-bucket-filter.js';
import { type Report, report } from './derive-report-from-declaration.js';
import type { FilterPlaces, ReportNames, ReportSource } from './report-source.js';

interface StandingReportSource<Code extends string> extends ReportNames<Code>, Pick<ReportSource, 'columns'> {
  /** A description of the rows, followed by the day. */
  readonly shows: string;
  /** Joins to `a` and to `s`, the snapshot in force; they do not multiply rows. */
  readonly joins: (day: BalanceDay) => string;
  readonly where?: string;
}

const ON_A_DAY = listArguments({
  from: 'Has no effect, because balances are as of one day; but a range that begins after today is empty.',
  to: 'The day of the balances; by default, and for later days, today (New York) with all entries booked so far.',
});

@ArgsType()
export class BalanceArguments extends ON_A_DAY {
  @Field(() => String, { nullable: true, description: ABOUT_BUCKET })
  bucket?: string | null;
}

/** The day of a report of balances, in SQL: ages are counted up to `asOf`, and entries booked by `bookedBy` count. */
export interface BalanceDay {
  readonly asOf: string;
  readonly bookedBy: string;
}

/** A report of open accounts as of a day. A range in the future is empty. */
export function balanceReport<Code extends string>({
  shows,
  joins,
  where = 'true',
  ...source
}: StandingReportSource<Code>): Report<Code> {
  return report({
    ...source,
    arguments: BalanceArguments,
    usage: `${shows} as of \`to\`, default today (New York); \`from\` has no effect, but a range that begins after today is empty.`,
    from: (filters) => {
      const day = balanceDay(filters);
      return `
        from ${accountsOnDay(day)} ${joins(day)}
        where a.organization_id = organization.id and ${filters.least}::date <= ${day.bookedBy} and ${isOpen(day)} and ${where}
          and (${filters.bucket}::text = '' or ${BUCKET} = ${filters.bucket})`;
    },
    key: { after_id: { sql: 'a.id', type: 'text', start: '' } },
    direction: 'asc',
  });
}

export function balanceDay({ asOf, bookedBy }: Pick<FilterPlaces, 'asOf' | 'bookedBy'>): BalanceDay {
  return { asOf: `${asOf}::date`, bookedBy: `${bookedBy}::date` };
}

/**
 * Accounts `a`, each with `s`: the last snapshot on or before a day, and the account's days past due. A snapshot is
 * written only when something changes, so it is valid until the next.
 */
export function accountsOnDay({ asOf, bookedBy }: BalanceDay): string {
  return `account a cross join lateral (
    select last.*, greatest(0, coalesce(${asOf} - last.oldest_unpaid_on, 0)) as days_past_due
    from past_due_snapshot last
    where last.organization_id = a.organization_id and last.account_id = a.id and last.as_of <= ${bookedBy} order by last.as_of desc limit 1) s`;
}

/** Whether `a` was open then: a charge-off counts from its day, though its snapshot may be from the next. */
export function isOpen({ bookedBy }: BalanceDay): string {
  return `s.status_code in ('active', 'delinquent')
    and (a.charged_off_on is null or a.charged_off_on > ${bookedBy}) and (a.paid_off_on is null or a.paid_off_on > ${bookedBy})`;
}

/** The bucket of an account, by days past due of its oldest unpaid installment. */
export function bucketOf(days: string): string {
  return `case when ${days} = 0 then 'current' when ${days} < 30 then '1-29'
  when ${days} < 60 then '30-59' when ${days} < 90 then '60-89' when ${days} < 120 then '90-119'
  else '120+' end`;
}

export const BUCKET = bucketOf('s.days_past_due');
