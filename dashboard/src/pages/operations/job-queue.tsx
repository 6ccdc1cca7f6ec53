import { Link } from '@tanstack/react-router';
import { statusText } from '../../format/statuses';
import type { OperationsSystemsQuery } from '../../generated/graphql';
import { Empty } from '../../ui/empty-failed-and-loading-states';
import { Mark } from '../../ui/mark';
import { Card } from '../../ui/page';
import { TableHead } from '../../ui/table-head';
import { counted, Since } from './counted';
import { type Part, Shown } from './reading';

const COLUMNS = [
  'Job',
  { number: 'Queued' },
  { number: 'Due since' },
  { number: 'Running' },
  { number: 'To be retried' },
  { number: 'Given up' },
];

/** The queue of background jobs, by kind. */
export function JobQueue({ part }: { readonly part: Part<OperationsSystemsQuery['jobQueue']> }) {
  return (
    <Card title="Background jobs" aside={<Link to="/admin/jobs">Failed jobs</Link>}>
      <Shown what="Background jobs" part={part}>
        {({ kinds, isExact }) =>
          kinds.length === 0 ? (
            <Empty title="No job is queued" />
          ) : (
            <div className="scrolls">
              <table className="table plain" aria-label="Background jobs">
                <TableHead columns={COLUMNS} />
                <tbody>
                  {kinds.map(({ name, waiting, dueSince, running, retrying, givenUp }) => (
                    <tr key={name}>
                      <td>{statusText(name)}</td>
                      <td className="right">{counted(waiting, isExact)}</td>
                      <td className="right">
                        <Since at={dueSince} />
                      </td>
                      <td className="right">{counted(running, isExact)}</td>
                      <td className="right">{counted(retrying, isExact)}</td>
                      <td className="right">
                        {givenUp > 0 ? <Mark tone="bad">{counted(givenUp, isExact)}</Mark> : counted(givenUp, isExact)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
    </Card>
  );
}
