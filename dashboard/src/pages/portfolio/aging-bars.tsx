import { Link } from '@tanstack/react-router';
import { bucketName } from '../../format/buckets';
import { count, dollars } from '../../format/money';
import { Money } from '../../ui/money';
import { TableHead } from '../../ui/table-head';

export interface Bucket {
  readonly bucket: string;
  readonly accounts: number;
  readonly balanceCents: number;
  readonly pastDueCents: number;
}

interface AgingBarsProps {
  readonly buckets: readonly Bucket[];
  readonly isShort?: boolean;
}

/** Bars next to their figures, scaled to the largest balance. */
export function AgingBars({ buckets, isShort = false }: AgingBarsProps) {
  const most = Math.max(1, ...buckets.map(({ balanceCents }) => balanceCents));
  return (
    <table className="table plain bars">
      <TableHead
        columns={[
          'Days',
          'Balance',
          ...(isShort ? [] : [{ hidden: 'Balance in figures' }]),
          { number: 'Loans' },
          { number: 'Past due' },
        ]}
      />
      <tbody>
        {buckets.map(({ bucket, accounts, balanceCents, pastDueCents }) => (
          <tr key={bucket}>
            <td>
              <Link to="/reports/$code" params={{ code: 'abr' }} search={{ bucket }}>
                {bucketName(bucket).replace(' days', '')}
              </Link>
            </td>
            <td className="bar">
              <meter min={0} max={most} value={balanceCents} aria-label={`Balance, ${bucket}`} />
            </td>
            {!isShort && (
              <td className="right">
                <Money cents={balanceCents} />
              </td>
            )}
            <td className="right">{count(accounts)}</td>
            <td className="right">
              <Money cents={pastDueCents} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>All</td>
          <td className="bar" />
          {!isShort && <td className="right">{dollars(sumOf(buckets, 'balanceCents'))}</td>}
          <td className="right">{count(sumOf(buckets, 'accounts'))}</td>
          <td className="right">{dollars(sumOf(buckets, 'pastDueCents'))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function sumOf(buckets: readonly Bucket[], figure: 'accounts' | 'balanceCents' | 'pastDueCents'): number {
  return buckets.reduce((sum, bucket) => sum + bucket[figure], 0);
}
