import { eventText } from '../../format/event-types';
import { shownStatus, statusChoices } from '../../format/statuses';
import { webhookError } from '../../format/webhook-errors';
import {
  DeliveriesDocument,
  type DeliveryRowFragment,
  type EndpointRowFragment,
  SendAgainDocument,
  type WebhookDeliveryStatus,
} from '../../generated/graphql';
import { request } from '../../graph/request';
import { useList } from '../../graph/use-paged-or-whole-list';
import { ActButton } from '../../ui/action-button';
import { DASH } from '../../ui/dash';
import type { Column } from '../../ui/data-table';
import { Instant } from '../../ui/instant';
import { LenderName } from '../../ui/lender-name';
import { Mark } from '../../ui/mark';
import { Card } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Rows } from '../../ui/rows';
import { useFilters } from '../../ui/use-filters';
import { ReplayEvents } from './replay-events';

interface DeliveriesProps {
  readonly endpoint: EndpointRowFragment;
  readonly mayChange: boolean;
}

/** The events for an endpoint, latest first, each with the result of its latest attempt. */
export function Deliveries({ endpoint: { id, status, organizationIds }, mayChange }: DeliveriesProps) {
  const { search, choice } = useFilters('/developers/webhooks/$id');
  const chosen = search.status as WebhookDeliveryStatus | undefined;
  const variables = { id, status: chosen ?? null };
  const list = useList('deliveries', DeliveriesDocument, variables, ({ webhookDeliveries }) => webhookDeliveries, true);
  const maySend = mayChange && status === 'enabled';
  return (
    <Card
      title="Deliveries"
      aside={
        <div className="filters">
          {choice('Status', 'status', statusChoices('delivery'))}
          {maySend && <ReplayEvents endpointId={id} />}
        </div>
      }
    >
      <Rows
        label="Deliveries"
        list={list}
        columns={[...COLUMNS, ...(organizationIds.length > 1 ? [LENDER] : []), ...(maySend ? [againOf(id)] : [])]}
        keyOf={({ eventId }) => eventId}
        opens={addressOf}
        empty={
          chosen === undefined
            ? { title: 'Nothing has been sent yet', text: 'Send a test event to see how your server answers.' }
            : { title: 'No deliveries have this status' }
        }
      />
    </Card>
  );
}

function addressOf({ endpointId, eventId }: DeliveryRowFragment): string {
  return `/developers/webhooks/${endpointId}/${eventId}`;
}

const COLUMNS: readonly Column<DeliveryRowFragment>[] = [
  {
    name: 'Event',
    cell: (row) => <RowLink to={addressOf(row)}>{eventText(row.type)}</RowLink>,
  },
  { name: 'Status', isFirstWhereNarrow: true, cell: (row) => <DeliveryStatus delivery={row} /> },
  { name: 'Occurred', cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { name: 'Attempts', isNumber: true, cell: ({ tries }) => tries },
  { name: 'Latest attempt', cell: ({ attemptedAt }) => (attemptedAt ? <Instant at={attemptedAt} /> : DASH) },
  { name: 'Next attempt', cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Instant at={nextAttemptAt} /> : DASH) },
];

const LENDER: Column<DeliveryRowFragment> = {
  name: 'Lender',
  cell: ({ organizationId }) => <LenderName id={organizationId} />,
};

/** How far a delivery has come, with the latest response: `Failed · 500`. */
function DeliveryStatus({ delivery }: { readonly delivery: DeliveryRowFragment }) {
  const { deliveryStatus, httpStatus, error } = delivery;
  const { text, tone } = shownStatus('delivery', deliveryStatus);
  return <Mark tone={tone}>{[text, httpStatus ?? (error && webhookError(error))].filter(Boolean).join(' · ')}</Mark>;
}

function againOf(id: string): Column<DeliveryRowFragment> {
  return {
    name: 'Actions',
    cell: ({ eventId, type }) => (
      <ActButton label="Send again" of={eventText(type)} perform={() => request(SendAgainDocument, { id, eventId })} />
    ),
  };
}
