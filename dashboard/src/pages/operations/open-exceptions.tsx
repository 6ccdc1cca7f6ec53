import { Link } from '@tanstack/react-router';
import { exceptionName, isDifference } from '../../format/exceptions';
import { count } from '../../format/money';
import type { OperationsOutcomesQuery } from '../../generated/graphql';
import { Empty } from '../../ui/empty-failed-and-loading-states';
import { Card } from '../../ui/page';
import { TableHead } from '../../ui/table-head';
import { Since } from './counted';
import { type Part, Shown } from './reading';

/** Exceptions that need a decision now, by kind. */
export function OpenExceptions({ part }: { readonly part: Part<OperationsOutcomesQuery['operatorExceptionCounts']> }) {
  return (
    <Card title="Open exceptions" aside={<Link to="/exceptions">Exceptions</Link>}>
      <Shown what="Open exceptions" part={part}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No open exceptions" />
          ) : (
            <table className="table plain" aria-label="Open exceptions">
              <TableHead columns={['Kind', { number: 'Open' }, { number: 'Oldest' }]} />
              <tbody>
                {rows.map(({ kind, open, oldestAt }) => (
                  <tr key={kind}>
                    <td>
                      {isDifference(kind) ? (
                        <Link to="/tie-out/differences" search={{ kind }}>
                          {exceptionName(kind)}
                        </Link>
                      ) : (
                        exceptionName(kind)
                      )}
                    </td>
                    <td className="right">{count(open)}</td>
                    <td className="right">
                      <Since at={oldestAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Shown>
    </Card>
  );
}
