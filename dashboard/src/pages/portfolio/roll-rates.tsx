import { Link } from '@tanstack/react-router';
import { monthAndYear } from '../../format/dates';
import { dollars, percent, plural } from '../../format/money';
import type { PortfolioQuery } from '../../generated/graphql';
import { Empty } from '../../ui/empty-failed-and-loading-states';
import { ROLLS, type Roll } from './aging-bucket-rolls';

type RollRate = PortfolioQuery['rollRates'][number];

/** The rate where color starts, and each threshold for a warmer one. */
const HEAT = [0.0001, 0.1, 0.25, 0.5];

/** The share of a bucket's balance that was in the next bucket one month later. */
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
          {ROLLS.map((roll) => (
            <tr key={roll.name}>
              <th scope="row">{roll.name}</th>
              {months.map((monthEnd) => (
                <Cell
                  key={monthEnd}
                  rows={rows.filter((row) => row.monthEnd === monthEnd && row.fromState === roll.from)}
                  roll={roll}
                  monthEnd={monthEnd}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  /** By month and by the bucket that the loans left. */
  readonly rows: readonly RollRate[];
  readonly roll: Roll;
  readonly monthEnd: string;
}

/** A rate that opens the loans that moved; without moved loans there is nothing to open. */
function Cell({ rows, roll: { from, to, name }, monthEnd }: CellProps) {
  if (rows.length === 0) return <td className="right quiet">–</td>;
  const moved = rows.find(({ toState }) => toState === to);
  const rate = Number(moved?.rateOfBalance ?? 0);
  const heat = HEAT.filter((least) => rate >= least).length;
  if (moved === undefined) {
    return (
      <td className="right" data-heat={heat}>
        {percent(rate)}
      </td>
    );
  }
  const loans = plural(moved.accounts, 'loan');
  const description = `${monthAndYear(monthEnd)}, ${name}: ${percent(rate)}, ${dollars(moved.balanceCents)}, ${loans}`;
  return (
    <td className="right" data-heat={heat}>
      <Link to="/portfolio/rolls" search={{ month: monthEnd, from, to }} aria-label={description} title={description}>
        {percent(rate)}
      </Link>
    </td>
  );
}
