import { useQuery } from '@tanstack/react-query';
import { PortfolioDocument } from '../../generated/graphql';
import { ask } from '../../graph/ask';
import { Money } from '../../ui/money';
import { Card, Page } from '../../ui/page';
import { Failed } from '../../ui/states';
import { Status } from '../../ui/status';
import { count, dollars, share } from '../../words/money';
import { AgingBars } from './aging-bars';

export function Portfolio() {
  const { data, error, refetch } = useQuery({
    queryKey: ['portfolio'],
    queryFn: ({ signal }) => ask(PortfolioDocument, {}, signal),
  });
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  const rows = data?.portfolio ?? [];
  const balance = rows.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
  const accounts = rows.reduce((sum, row) => sum + row.accounts, 0);
  return (
    <Page title="Portfolio" about="As it stands now, across all lenders you have access to.">
      <div className="columns">
        <Card title="Aging">
          <AgingBars buckets={data?.agingSummary ?? []} />
        </Card>
        <Card title="By status">
          <table className="table plain">
            <thead>
              <tr>
                <th scope="col">Status</th>
                <th scope="col" className="right">
                  Loans
                </th>
                <th scope="col" className="right">
                  Principal
                </th>
                <th scope="col" className="right">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.statusCode}>
                  <td>
                    <Status kind="account" status={row.statusCode} />
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
      </div>
    </Page>
  );
}
