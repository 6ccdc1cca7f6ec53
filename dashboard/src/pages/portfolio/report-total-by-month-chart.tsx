import { Link } from '@tanstack/react-router';
import { lastMonths, monthAndYear, monthTick } from '../../format/dates';
import { count, dollars, dollarsInShort, plural } from '../../format/money';
import { type MonthAtPortfolioFragment, TwelveMonthsDocument, type TwelveMonthsQuery } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useLender } from '../../lender/chosen-lender';
import { useToday } from '../../lender/lender-days';
import { BarChart } from '../../ui/bar-chart';
import { Failed, Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Card } from '../../ui/page';

interface MonthChartProps {
  readonly code: 'nsr' | 'wor';
  readonly title: string;
  /** The report's total that is charted. */
  readonly column: string;
}

/** A report's total for each of the last twelve months; each bar opens that month's report. */
export function MonthChart({ code, title, column }: MonthChartProps) {
  const organizationId = useLender();
  const months = lastMonths(useToday());
  const { data, error, refetch } = useAnswer('months', TwelveMonthsDocument, {
    code,
    organizationId,
    ...asVariables(months),
  });
  const totals = data && totalsOf(data);
  const sum = (of: MonthAtPortfolioFragment) => of.sums.find((each) => each.column === column)?.cents ?? 0;
  return (
    <Card
      title={title}
      aside={
        <Link
          to="/reports/$code"
          params={{ code }}
          search={{ from: months[0]?.from ?? '', to: months.at(-1)?.to ?? '' }}
        >
          Open the report
        </Link>
      }
    >
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : totals === undefined ? (
        <Skeleton />
      ) : (
        <BarChart
          label={`${title} by month`}
          short={dollarsInShort}
          summary={
            <>
              <strong>{dollars(totals.reduce((all, each) => all + sum(each), 0))}</strong> in twelve months,{' '}
              {count(totals.reduce((all, { rows }) => all + rows, 0))} loans
            </>
          }
          bars={months.map(({ from, to }, at) => {
            const total = totals[at];
            const cents = total === undefined ? 0 : sum(total);
            const rows = total?.rows ?? 0;
            return {
              key: from,
              tick: monthTick(from, at),
              segments: [
                {
                  key: code,
                  value: cents,
                  level: code === 'wor' ? 4 : 'main',
                  link: { to: '/reports/$code', params: { code }, search: { from, to } } as const,
                  description: `${monthAndYear(from)}: ${dollars(cents)}, ${plural(rows, 'loan')}`,
                },
              ],
            };
          })}
        />
      )}
    </Card>
  );
}

type Months = ReturnType<typeof lastMonths>;
type MonthVariables = Parameters<
  typeof request<TwelveMonthsQuery, import('../../generated/graphql').TwelveMonthsQueryVariables>
>[1];

function asVariables(months: Months): Omit<MonthVariables, 'code' | 'organizationId'> {
  const pairs = months.flatMap(({ from, to }, at) => [
    [`from${at}`, from],
    [`to${at}`, to],
  ]);
  return Object.fromEntries(pairs);
}

function totalsOf({ m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11 }: TwelveMonthsQuery) {
  return [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11];
}
