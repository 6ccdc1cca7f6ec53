import { useParams } from '@tanstack/react-router';
import { subscriptionText } from '../../format/event-types';
import { count } from '../../format/money';
import { webhookError } from '../../format/webhook-errors';
import { type EndpointRowFragment, OneEndpointDocument } from '../../generated/graphql';
import { useAnswer } from '../../graph/use-answer';
import { useHasRole } from '../../session/operator';
import { Facts } from '../../ui/facts';
import { Ago, Instant } from '../../ui/instant';
import { Card, Page } from '../../ui/page';
import { UnreadPage } from '../../ui/unread-page';
import { EndpointActions } from './endpoint-actions';
import { Deliveries } from './webhook-deliveries';
import { CONCERNS, EndpointState } from './webhook-endpoint-state';

/** One endpoint: what was sent and how it responded. */
export function WebhookView() {
  const { id } = useParams({ from: '/developers/webhooks/$id' });
  const mayChange = useHasRole('supervisor');
  const { data, error, refetch } = useAnswer('endpoint', OneEndpointDocument, { id }, { isLive: true });
  if (data === undefined) return <UnreadPage title="Webhook" error={error} refetch={refetch} />;
  const { webhookEndpoint: endpoint } = data;
  return (
    <Page
      title={endpoint.url}
      about={<EndpointState endpoint={endpoint} />}
      actions={mayChange && <EndpointActions endpoint={endpoint} />}
    >
      <EndpointFacts endpoint={endpoint} />
      <Deliveries endpoint={endpoint} mayChange={mayChange} />
    </Page>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: EndpointRowFragment }) {
  const { types, organizationIds, description, failingSince, lastError, missedFrom, actor, createdAt, concerns } =
    endpoint;
  return (
    <Card title="Address">
      <Facts
        facts={[
          ['Events', types.map(subscriptionText).join(', ')],
          ['Lenders', count(organizationIds.length)],
          ['Description', description],
          ['Created', <MadeBy key="made" at={createdAt} actor={actor} />],
          ...(failingSince ? [['Failing since', <Ago key="failing" at={failingSince} />] as const] : []),
          ...(missedFrom ? [['Not sent since', <Instant key="missed" at={missedFrom} />] as const] : []),
        ]}
      />
      {lastError && failingSince && (
        <p className="notice" data-tone="bad">
          The last attempt failed: {webhookError(lastError)}.
        </p>
      )}
      {concerns.map((concern) => (
        <p key={concern} className="notice" data-tone="waiting">
          {CONCERNS[concern]}
        </p>
      ))}
    </Card>
  );
}

function MadeBy({ at, actor }: { readonly at: string; readonly actor: string }) {
  return (
    <>
      <Instant at={at} />, by {actor}
    </>
  );
}
