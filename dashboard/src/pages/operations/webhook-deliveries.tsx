import { Link } from '@tanstack/react-router';
import type { OperationsDeliveriesQuery } from '../../generated/graphql';
import { useCoveredLenders } from '../../lender/lenders';
import { Facts } from '../../ui/facts';
import { Card } from '../../ui/page';
import { TableHead } from '../../ui/table-head';
import { EndpointState } from '../developers/webhook-endpoint-state';
import { counted, Since } from './counted';
import { type Part, Shown } from './reading';

type Endpoints = OperationsDeliveriesQuery['webhookEndpoints'];

interface WebhookDeliveriesProps {
  readonly counts: Part<OperationsDeliveriesQuery['webhookDeliveryCounts']>;
  readonly endpoints: Part<Endpoints>;
}

/** Webhook deliveries that wait, and endpoints whose deliveries fail. */
export function WebhookDeliveries({ counts, endpoints }: WebhookDeliveriesProps) {
  return (
    <Card title="Webhook deliveries" aside={<Link to="/developers/webhooks">Webhooks</Link>}>
      <Shown what="Webhook deliveries" part={counts}>
        {({ waiting, retrying, oldestAt, isExact }) => (
          <Facts
            facts={[
              ['Queued', counted(waiting, isExact)],
              ['To be retried', counted(retrying, isExact)],
              ['Oldest', <Since key="oldest" at={oldestAt} />],
            ]}
          />
        )}
      </Shown>
      <Shown what="Webhook endpoints" part={endpoints}>
        {(list) => <FailingEndpoints list={list} />}
      </Shown>
    </Card>
  );
}

function FailingEndpoints({ list: { items, page } }: { readonly list: NonNullable<Endpoints> }) {
  const covered = useCoveredLenders();
  // Without the list of lenders every endpoint is shown: it may be one of theirs.
  const isCovered = (ids: readonly string[]) => covered.length === 0 || covered.some(({ id }) => ids.includes(id));
  const failing = items.filter(
    ({ failingSince, disabledReason, organizationIds }) =>
      (failingSince || (disabledReason && disabledReason !== 'request')) && isCovered(organizationIds),
  );
  if (failing.length === 0) {
    return <p className="quiet">{page.hasMore ? 'None of the newest 1,000 endpoints fails.' : 'No endpoint fails.'}</p>;
  }
  return (
    <table className="table plain" aria-label="Failing endpoints">
      <TableHead columns={['Failing endpoint', 'State', { number: 'Since' }]} />
      <tbody>
        {failing.map((endpoint) => (
          <tr key={endpoint.id}>
            <td>
              <Link to="/developers/webhooks/$id" params={{ id: endpoint.id }}>
                {endpoint.url}
              </Link>
            </td>
            <td>
              <EndpointState endpoint={endpoint} />
            </td>
            <td className="right">
              <Since at={endpoint.failingSince ?? endpoint.disabledAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
