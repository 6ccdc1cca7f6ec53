import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ago } from '../../format/dates';
import { subscriptionText } from '../../format/event-types';
import { count } from '../../format/money';
import { type EndpointRowFragment, EndpointsDocument } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useLender } from '../../lender/chosen-lender';
import { useHasRole } from '../../session/operator';
import { Button } from '../../ui/button';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { CreateEndpoint } from './create-endpoint';
import { EndpointState } from './webhook-endpoint-state';

const COLUMNS: readonly Column<EndpointRowFragment>[] = [
  {
    name: 'Address',
    cell: ({ id, url }) => (
      <Link to="/developers/webhooks/$id" params={{ id }}>
        {url}
      </Link>
    ),
  },
  { name: 'State', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  { name: 'Events', cell: ({ types }) => <span title={subscribed(types)}>{subscribed(types)}</span> },
  { name: 'Lenders', isNumber: true, cell: ({ organizationIds }) => count(organizationIds.length) },
  { name: 'Description', cell: ({ description }) => description ?? DASH },
  { name: 'Created', cell: ({ createdAt }) => ago(createdAt) },
];

/** Webhook endpoints and whether their deliveries succeed. */
export function Webhooks() {
  const [isMaking, setMaking] = useState(false);
  const mayMake = useHasRole('supervisor');
  const lender = useLender();
  const all = useList('endpoints', EndpointsDocument, {}, ({ webhookEndpoints }) => webhookEndpoints, true);
  const rows = useMemo(
    () => all.rows.filter(({ organizationIds }) => lender === null || organizationIds.includes(lender)),
    [all.rows, lender],
  );
  return (
    <>
      <ListPage
        title="Webhooks"
        about="Endpoints that receive events as they happen."
        list={{ ...all, rows }}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        opens={({ id }) => `/developers/webhooks/${id}`}
        empty={{ title: 'No endpoint yet', text: 'Add one to have events sent to a server of yours.' }}
        actions={
          mayMake && (
            <Button look="primary" onPress={() => setMaking(true)}>
              Add endpoint
            </Button>
          )
        }
      />
      {isMaking && <CreateEndpoint onClose={() => setMaking(false)} />}
    </>
  );
}

function subscribed(types: readonly string[]): string {
  return types.map(subscriptionText).join(', ');
}
