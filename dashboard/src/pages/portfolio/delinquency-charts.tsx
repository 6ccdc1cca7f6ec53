import { BUCKETS, type Bucket, bucketName } from '../../format/buckets';
import { day, monthTick } from '../../format/dates';
import { dollars, dollarsInShort, percent, plural, wholePercent } from '../../format/money';
import type { PortfolioQuery } from '../../generated/graphql';
import { type Bar, BarChart, type Level } from '../../ui/bar-chart';
import { Empty } from '../../ui/empty-failed-and-loading-states';
import { Card } from '../../ui/page';

type Point = PortfolioQuery['delinquencySeries']['points'][number];

const LEVELS: Readonly<Record<Bucket, Level>> = {
  current: 'main',
  '1-29': 1,
  '30-59': 2,
  '60-89': 3,
  '90-119': 4,
  '120+': 5,
};
const LEGEND = BUCKETS.map((bucket) => ({ level: LEVELS[bucket], name: bucketName(bucket) }));
const levelOf = (name: string): Level => LEVELS[BUCKETS.find((bucket) => bucket === name) ?? 'current'];

/** Open loans at each month end: the balance, and the share of it that is past due, by bucket. */
export function DelinquencyCharts({ points }: { readonly points: readonly Point[] }) {
  const days = [...new Set(points.map(({ day }) => day))];
  const last = points.filter((point) => point.day === days.at(-1));
  const balance = last.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
  const late = last
    .filter(({ bucket }) => bucket !== 'current')
    .reduce((sum, { shareOfBalance }) => sum + Number(shareOfBalance), 0);
  if (days.length === 0) {
    return (
      <Card title="Delinquency">
        <Empty title="No closed day yet">Balances are recorded at the end of each day.</Empty>
      </Card>
    );
  }
  const bars = (heightOf: (point: Point) => number, isLateOnly: boolean): readonly Bar[] =>
    days.map((on, at) => ({
      key: on,
      tick: monthTick(on, at),
      segments: points
        .filter((point) => point.day === on && !(isLateOnly && point.bucket === 'current'))
        .map((point) => ({
          key: point.bucket,
          value: heightOf(point),
          level: levelOf(point.bucket),
          link: { to: '/reports/$code', params: { code: 'abr' }, search: { to: on, bucket: point.bucket } } as const,
          description: describe(point),
        })),
    }));
  return (
    <div className="columns even">
      <Card title="Balance of open loans">
        <BarChart
          label="Balance of open loans by month"
          bars={bars(({ balanceCents }) => balanceCents, false)}
          short={dollarsInShort}
          legend={LEGEND}
          summary={
            <>
              <strong>{dollars(balance)}</strong> on {day(days.at(-1) ?? '')}
            </>
          }
        />
      </Card>
      <Card title="Delinquency">
        <BarChart
          label="Share of the balance that is past due, by month"
          bars={bars(({ shareOfBalance }) => Number(shareOfBalance), true)}
          short={wholePercent}
          legend={LEGEND.slice(1)}
          summary={
            <>
              <strong>{percent(late)}</strong> of the balance past due
            </>
          }
        />
      </Card>
    </div>
  );
}

function describe({ day: on, bucket, balanceCents, accounts, shareOfBalance }: Point): string {
  const loans = plural(accounts, 'loan');
  return `${day(on)}, ${bucketName(bucket)}: ${dollars(balanceCents)}, ${percent(Number(shareOfBalance))}, ${loans}`;
}
