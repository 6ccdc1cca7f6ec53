import { Link } from '@tanstack/react-router';
import { count, dollars, share } from '../../format/money';
import type { StatusAtPortfolioFragment } from '../../generated/graphql';
import { Money } from '../../ui/money';
import { Card } from '../../ui/page';
import { Status } from '../../ui/status';
import { TableHead } from '../../ui/table-head';

/** All loans, by status. */
export function ByStatus({ rows }: { readonly rows: readonly StatusAtPortfolioFragment[] }) {
  const balance = rows.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
  const accounts = rows.reduce((sum, row) => sum + row.accounts, 0);
  return (
    <Card title="By status">
      <table className="table plain">
        <TableHead columns={['Status', { number: 'Loans' }, { number: 'Principal' }, { number: 'Share' }]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.statusCode}>
              <td>
                <Link to="/accounts" search={{ status: row.statusCode }}>
                  <Status kind="account" status={row.statusCode} />
                </Link>
              </td>
              <td className="right">{count(row.accounts)}</td>
              <td className="right">
                <Money cents={row.balanceCents} />
              </td>
              <td className="right">{share(row.balanceCents, balance)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>All</td>
            <td className="right">{count(accounts)}</td>
            <td className="right">{dollars(balance)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}
