import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { count } from '../../format/money';
import { webhookError } from '../../format/webhook-errors';
import {
  AttemptsDocument,
  type AttemptsQuery,
  type EndpointRowFragment,
  OneEndpointDocument,
  RotateEndpointSecretDocument,
  SendAgainDocument,
  SetEndpointStatusDocument,
  TestEndpointDocument,
} from '../../generated/graphql';
import { request } from '../../graph/request';
import { useAnswer } from '../../graph/use-answer';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useList } from '../../graph/use-paged-or-whole-list';
import { useHasRole } from '../../session/operator';
import { ActButton } from '../../ui/action-button';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { DASH } from '../../ui/dash';
import { type Column } from '../../ui/data-table';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { Ago, Instant } from '../../ui/instant';
import { Mark } from '../../ui/mark';
import { Card, Page } from '../../ui/page';
import { Rows } from '../../ui/rows';
import { UnreadPage } from '../../ui/unread-page';
import { CONCERNS, EndpointState } from './webhook-endpoint-state';
import { Secret } from './webhook-signing-secret';

type Attempt = AttemptsQuery['webhookAttempts']['items'][number];

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
      actions={mayChange && <Acts endpoint={endpoint} />}
    >
      <EndpointFacts endpoint={endpoint} />
      <Attempts id={id} mayChange={mayChange} />
    </Page>
  );
}

function Acts({ endpoint: { id, status, url } }: { readonly endpoint: EndpointRowFragment }) {
  const isEnabled = status === 'enabled';
  return (
    <>
      {isEnabled && <ActButton label="Send a test event" perform={() => request(TestEndpointDocument, { id })} />}
      <Rotate id={id} />
      <ActButton
        label={isEnabled ? 'Disable' : 'Enable'}
        {...(isEnabled && { question: `Stop sending events to ${url}? Events of that time can be sent later.` })}
        perform={() => request(SetEndpointStatusDocument, { id, status: isEnabled ? 'disabled' : 'enabled' })}
      />
    </>
  );
}

/** The previous secret continues to sign for a day, alongside the new one. */
function Rotate({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const rotate = useMutationOnce({ perform: () => request(RotateEndpointSecretDocument, { id }) });
  const rotated = rotate.data?.rotateWebhookEndpointSecret;
  const leave = () => {
    setOpen(false);
    rotate.reset();
  };
  return (
    <>
      <Button onPress={() => setOpen(true)}>New secret</Button>
      <Dialog title="New secret" isOpen={isOpen} onClose={leave} isHeld={rotate.isPending}>
        {rotated ? (
          <Secret secret={rotated.secret} onDone={leave} />
        ) : (
          <>
            <p>Create a new signing secret? The previous one also signs for another day.</p>
            <Problem>{rotate.problem}</Problem>
            <DialogFooter onCancel={leave} isDisabled={rotate.isPending} onPress={rotate.start}>
              New secret
            </DialogFooter>
          </>
        )}
      </Dialog>
    </>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: EndpointRowFragment }) {
  const { types, organizationIds, description, failingSince, lastError, missedFrom, actor, createdAt, concerns } =
    endpoint;
  return (
    <Card title="Address">
      <Facts
        facts={[
          ['Events', types.join(', ')],
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

function Attempts({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }) {
  const list = useList('attempts', AttemptsDocument, { id }, ({ webhookAttempts }) => webhookAttempts, true);
  return (
    <Card title="Attempts">
      <Rows
        label="Attempts"
        list={list}
        columns={mayChange ? [...COLUMNS, againOf(id)] : COLUMNS}
        keyOf={(row) => row.id}
        empty={{ title: 'Nothing has been sent yet', text: 'Send a test event to see how your server answers.' }}
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
  { name: 'Event', cell: ({ eventId }) => <code>{eventId}</code> },
  { name: 'Response', cell: ({ answer }) => (answer ? <code title={answer}>{answer}</code> : DASH) },
];

function againOf(id: string): Column<Attempt> {
  return {
    name: 'Actions',
    cell: ({ eventId }) => <ActButton label="Send again" perform={() => request(SendAgainDocument, { id, eventId })} />,
  };
}
