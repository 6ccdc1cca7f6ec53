import { daysBetween, shortDay } from '../../format/dates';
import { systemName } from '../../format/display-names';
import { dollars, dollarsInShort } from '../../format/money';
import { methodName, sumReceipts } from '../../format/payment-method-names-and-receipt-sums';
import type { ReceiptsAtPortfolioFragment } from '../../generated/graphql';
import { BarChart, type Level } from '../../ui/bar-chart';
import { Skeleton } from '../../ui/empty-failed-and-loading-states';
import { Card } from '../../ui/page';

interface ReceiptsByGroupProps {
  readonly title: string;
  readonly rows: readonly ReceiptsAtPortfolioFragment[] | undefined;
  readonly groupBy: 'method' | 'system';
  readonly from: string;
  readonly to: string;
}

/** As many groups as the eye can distinguish; the rest share a color. */
const LEVELS: readonly Level[] = ['part-1', 'part-2', 'part-3', 'part-4', 'part-5'];

/** Receipts applied on each business day, net of reversals, by payment method or loan system. */
export function ReceiptsByGroup({ title, rows, groupBy, from, to }: ReceiptsByGroupProps) {
  if (rows === undefined) {
    return (
      <Card title={title}>
        <Skeleton />
      </Card>
    );
  }
  const nameOf = (group: string | null) => (groupBy === 'method' ? methodName(group) : systemName(group));
  const groups = groupsOf(rows);
  const levelOf = (group: string | null): Level => LEVELS[groups.indexOf(group)] ?? 'beside';
  const named = groups.slice(0, LEVELS.length).map((group) => ({ level: levelOf(group), name: nameOf(group) }));
  const legend = groups.length > LEVELS.length ? [...named, { level: 'beside' as const, name: 'Other' }] : named;
  return (
    <Card title={title}>
      <BarChart
        label={`${title}, by business day`}
        short={dollarsInShort}
        tickEvery={7}
        legend={legend}
        summary={
          <>
            <strong>{dollars(sumReceipts(rows).netCents)}</strong> net in 30 days
          </>
        }
        bars={daysBetween(from, to).map((on) => ({
          key: on,
          tick: shortDay(on),
          segments: groups.flatMap((group) => {
            const row = rows.find((each) => each.day === on && each.group === group);
            if (row === undefined) return [];
            const filter = groupBy === 'method' ? { method: group ?? 'none' } : { system: group ?? '' };
            return {
              key: group ?? 'none',
              value: row.netCents,
              level: levelOf(group),
              link: { to: '/receipts', search: { by: 'business', from: on, to: on, ...filter } } as const,
              description: `${shortDay(on)}, ${nameOf(group)}: ${dollars(row.netCents)} net, ${dollars(row.reversedCents)} reversed`,
            };
          }),
        }))}
      />
    </Card>
  );
}

/** Largest first. */
function groupsOf(rows: readonly ReceiptsAtPortfolioFragment[]): readonly (string | null)[] {
  const sums = new Map<string | null, number>();
  for (const { group, netCents } of rows) sums.set(group, (sums.get(group) ?? 0) + netCents);
  return [...sums].sort(([, a], [, b]) => b - a).map(([group]) => group);
}
