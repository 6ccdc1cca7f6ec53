import { Link, type LinkProps } from '@tanstack/react-router';
import type { OperationsOutcomesQuery, UnknownOutcomeKind } from '../../generated/graphql';
import { Mark } from '../../ui/mark';
import { Card } from '../../ui/page';
import { TableHead } from '../../ui/table-head';
import { counted, Since } from './counted';
import { type Part, Shown } from './reading';

/** Each kind, and the list of exactly these rows. */
const KINDS: Readonly<Record<UnknownOutcomeKind, { readonly text: string; readonly link: LinkProps }>> = {
  payment: { text: 'Payments', link: { to: '/payments', search: { status: 'pending,pending_confirmation' } } },
  reversal: { text: 'Reversals', link: { to: '/payments', search: { status: 'reversal_pending' } } },
  autopay_run: { text: 'Autopay runs', link: { to: '/autopay', search: { status: 'charging,posting,refunding' } } },
};

/** What was sent to a loan system or a processor and has no outcome yet. */
export function UnknownOutcomes({ part }: { readonly part: Part<OperationsOutcomesQuery['unknownOutcomes']> }) {
  return (
    <Card title="Unknown outcomes">
      <Shown what="Unknown outcomes" part={part}>
        {(rows) => (
          <table className="table plain" aria-label="Unknown outcomes">
            <TableHead columns={['Type', { number: 'Open' }, { number: 'Oldest' }]} />
            <tbody>
              {rows.map(({ kind, open, oldestAt, isExact }) => (
                <tr key={kind}>
                  <td>
                    <Link {...KINDS[kind].link}>{KINDS[kind].text}</Link>
                  </td>
                  <td className="right">
                    {open > 0 ? <Mark tone="waiting">{counted(open, isExact)}</Mark> : counted(open, isExact)}
                  </td>
                  <td className="right">
                    <Since at={oldestAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Shown>
    </Card>
  );
}
