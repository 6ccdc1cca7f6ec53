import { daysBefore, shortDay } from '../../format/dates';
import { count, dollars, dollarsInShort, plural } from '../../format/money';
import { sumReceipts } from '../../format/payment-method-names-and-receipt-sums';
import type { ReceiptsAtHomeFragment } from '../../generated/graphql';
import { type Bar, BarChart } from '../../ui/bar-chart';
import { Skeleton } from '../../ui/empty-failed-and-loading-states';

const DAYS = 30;

interface ReceiptChartProps {
  readonly rows: readonly ReceiptsAtHomeFragment[] | undefined;
  readonly last: string;
}

/** Receipts by day of entry: the net amount, and above it what was reversed since. */
export function ReceiptChart({ rows, last }: ReceiptChartProps) {
  if (rows === undefined) return <Skeleton />;
  const days = Array.from({ length: DAYS }, (_, at) => daysBefore(last, DAYS - 1 - at));
  const shown = rows.filter(({ day }) => days.includes(day));
  const all = sumReceipts(shown);
  return (
    <BarChart
      label="Receipts by day of entry"
      bars={days.map((on) =>
        barOf(
          on,
          shown.find((row) => row.day === on),
        ),
      )}
      short={dollarsInShort}
      tickEvery={7}
      legend={[
        { level: 'main', name: 'Received' },
        { level: 'beside', name: 'Reversed' },
      ]}
      summary={
        <>
          <strong>{dollars(all.netCents)}</strong> net in {count(all.payments)} payments, by day of entry;{' '}
          {dollars(all.reversedCents)} reversed
        </>
      }
    />
  );
}

function barOf(on: string, row: ReceiptsAtHomeFragment | undefined): Bar {
  if (row === undefined) return { key: on, tick: shortDay(on), segments: [] };
  const link = { to: '/receipts', search: { by: 'entered', from: on, to: on } } as const;
  const payments = plural(row.payments, 'payment');
  const description = `${shortDay(on)}: ${dollars(row.netCents)} net, ${dollars(row.reversedCents)} reversed, ${payments}`;
  return {
    key: on,
    tick: shortDay(on),
    segments: [
      { key: 'net', value: row.netCents, level: 'main', link, description },
      { key: 'back', value: row.reversedCents, level: 'beside', link, description },
    ],
  };
}
