import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type EndpointRowFragment, EndpointsDocument } from '../../generated/graphql';
import { ask } from '../../graph/ask';
import { REFRESH_MS } from '../../graph/live';
import { usePaged } from '../../graph/pages';
import { useMay } from '../../session/operator';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { ago } from '../../words/dates';
import { count } from '../../words/money';
import { EndpointState } from './endpoint-state';
import { MakeEndpoint } from './make-endpoint';

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
  { name: 'Events', cell: ({ types }) => <span title={types.join(', ')}>{types.join(', ')}</span> },
  { name: 'Lenders', isNumber: true, cell: ({ organizationIds }) => count(organizationIds.length) },
  { name: 'Description', cell: ({ description }) => description ?? <span className="quiet">–</span> },
  { name: 'Created', cell: ({ createdAt }) => ago(createdAt) },
];

/** Webhook endpoints and whether their deliveries succeed. */
export function Webhooks() {
  const [isMaking, setMaking] = useState(false);
  const mayMake = useMay('operator');
  const list = usePaged({
    key: ['endpoints'],
    read: async (cursor, signal) => (await ask(EndpointsDocument, { cursor }, signal)).webhookEndpoints,
    refreshMs: REFRESH_MS,
  });
  return (
    <>
      <ListPage
        title="Webhooks"
        about="Endpoints that receive events as they happen."
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        opens={({ id }) => `/developers/webhooks/${id}`}
        empty={{ title: 'No endpoint yet', text: 'Add one to have events sent to a server of yours.' }}
        actions={
          mayMake && (
            <Button look="primary" onPress={() => setMaking(true)}>
              Add an endpoint
            </Button>
          )
        }
      />
      {isMaking && <MakeEndpoint onClose={() => setMaking(false)} />}
    </>
  );
}
