import { useParams } from '@tanstack/react-router';
import { eventText } from '../../format/event-types';
import { count } from '../../format/money';
import { webhookError } from '../../format/webhook-errors';
import {
  AttemptsDocument,
  type AttemptsQuery,
  OneDeliveryDocument,
  type OneDeliveryQuery,
  SendAgainDocument,
} from '../../generated/graphql';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useList } from '../../graph/use-paged-or-whole-list';
import { TimeZoneOf } from '../../lender/page-time-zone';
import { useHasRole } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Facts } from '../../ui/facts';
import { Instant } from '../../ui/instant';
import { Mark } from '../../ui/mark';
import { Card, Page } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Rows } from '../../ui/rows';
import { Status } from '../../ui/status';
import { UnreadPage } from '../../ui/unread-page';

type Attempt = AttemptsQuery['webhookAttempts']['items'][number];

/** One event for one endpoint: what is sent, and each attempt with its response. */
export function WebhookDeliveryView() {
  const { id, eventId } = useParams({ from: '/developers/webhooks/$id/$eventId' });
  const mayChange = useHasRole('supervisor');
  const { data, error, refetch } = useAnswer('delivery', OneDeliveryDocument, { id, eventId }, { isLive: true });
  if (data === undefined) return <UnreadPage title="Delivery" error={error} refetch={refetch} />;
  const { webhookDelivery: delivery, webhookEndpoint: endpoint } = data;
  return (
    <TimeZoneOf organizationId={delivery.organizationId}>
      <Page
        title={eventText(delivery.type)}
        about={<Status kind="delivery" status={delivery.deliveryStatus} />}
        actions={
          mayChange &&
          endpoint.status === 'enabled' && (
            <ActButton label="Send again" perform={() => request(SendAgainDocument, { id, eventId })} />
          )
        }
      >
        <Card title="Delivery">
          <DeliveryFacts answer={data} />
        </Card>
        <Card title="Payload">
          <p className="quiet">The body of every attempt. It names the object and has no contact data or amounts.</p>
          <pre className="payload">{indented(delivery.payload)}</pre>
        </Card>
        <Attempts id={id} eventId={eventId} />
      </Page>
    </TimeZoneOf>
  );
}

function DeliveryFacts({ answer: { webhookDelivery, webhookEndpoint } }: { readonly answer: OneDeliveryQuery }) {
  const { eventId, type, createdAt, tries, nextAttemptAt } = webhookDelivery;
  return (
    <Facts
      facts={[
        [
          'Endpoint',
          <RowLink key="endpoint" to={`/developers/webhooks/${webhookEndpoint.id}`}>
            {webhookEndpoint.url}
          </RowLink>,
        ],
        ['Event', <code key="type">{type}</code>],
        ['Event ID', <code key="id">{eventId}</code>],
        ['Occurred', <Instant key="occurred" at={createdAt} />],
        ['Attempts', count(tries)],
        ['Next attempt', nextAttemptAt && <Instant key="next" at={nextAttemptAt} />],
      ]}
    />
  );
}

function Attempts({ id, eventId }: { readonly id: string; readonly eventId: string }) {
  const list = useList('attempts', AttemptsDocument, { id, eventId }, ({ webhookAttempts }) => webhookAttempts, true);
  return (
    <Card title="Attempts">
      <Rows
        label="Attempts"
        list={list}
        columns={COLUMNS}
        keyOf={(row) => row.id}
        empty={{ title: 'No attempt has ended yet' }}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<Attempt>[] = [
  { name: 'When', cell: ({ createdAt }) => <Instant at={createdAt} /> },
  {
    name: 'Outcome',
    cell: ({ succeeded, httpStatus, error }) => (
      <Mark tone={succeeded ? 'good' : 'bad'}>
        {[succeeded ? 'Delivered' : 'Failed', httpStatus ?? (error && webhookError(error))].filter(Boolean).join(' · ')}
      </Mark>
    ),
  },
  { name: 'Attempt', isNumber: true, cell: ({ number }) => number },
  { name: 'Duration', isNumber: true, cell: ({ durationMs }) => `${count(durationMs)} ms` },
  { name: 'Response', cell: ({ answer }) => (answer ? <code title={answer}>{answer}</code> : DASH) },
];

/** The same members and values, one per line. */
function indented(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}
