import type { PortfolioQuery } from '../../generated/graphql';
import { Empty } from '../../ui/states';
import { BUCKETS, bucketName } from '../../words/buckets';
import { monthAndYear } from '../../words/dates';
import { count, dollars, percent } from '../../words/money';

type RollRate = PortfolioQuery['rollRates'][number];

interface Roll {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

/** Each bucket into the next one, and the oldest two into what is charged off. */
const ROLLS: readonly Roll[] = [
  ...BUCKETS.slice(0, -1).map((from, at) => rollOf(from, BUCKETS[at + 1] ?? '')),
  ...BUCKETS.slice(-2).map((from) => rollOf(from, 'charged_off')),
];

function rollOf(from: string, to: string): Roll {
  return { from, to, name: `${bucketName(from)} → ${to === 'charged_off' ? 'charged off' : bucketName(to)}` };
}

/** Where colour begins, and where each warmer one does. */
const HEAT = [0.0001, 0.1, 0.25, 0.5];

/** Which part of a bucket's balance was in the next one a month later. */
export function RollRates({ rows }: { readonly rows: readonly RollRate[] }) {
  const months = [...new Set(rows.map(({ monthEnd }) => monthEnd))];
  if (months.length === 0) return <Empty title="No month is over yet">They compare the ends of two months.</Empty>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard too
    <div className="table-frame" tabIndex={0}>
      <table className="table heat" aria-label="Roll rates by month, of balance">
        <thead>
          <tr>
            <th scope="col">In one month</th>
            {months.map((monthEnd) => (
              <th key={monthEnd} scope="col" className="right">
                {monthAndYear(monthEnd)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROLLS.map(({ from, to, name }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {months.map((monthEnd) => (
                <Cell
                  key={monthEnd}
                  rows={rows.filter((row) => row.monthEnd === monthEnd && row.fromState === from)}
                  to={to}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ rows, to }: { readonly rows: readonly RollRate[]; readonly to: string }) {
  if (rows.length === 0) return <td className="right quiet">–</td>;
  const moved = rows.find(({ toState }) => toState === to);
  const rate = Number(moved?.rateOfBalance ?? 0);
  const told =
    moved && `${dollars(moved.balanceCents)}, ${count(moved.accounts)} ${moved.accounts === 1 ? 'loan' : 'loans'}`;
  return (
    <td className="right" title={told} data-heat={HEAT.filter((least) => rate >= least).length}>
      {percent(rate)}
    </td>
  );
}
