import { useState } from 'react';
import {
  type EndpointRowFragment,
  RotateEndpointSecretDocument,
  SetEndpointStatusDocument,
  TestEndpointDocument,
} from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { ActButton } from '../../ui/action-button';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { EditEndpoint } from './edit-endpoint';
import { Secret } from './webhook-signing-secret';

/** What a supervisor can do with an endpoint. */
export function EndpointActions({ endpoint }: { readonly endpoint: EndpointRowFragment }) {
  const { id, status, url } = endpoint;
  const isEnabled = status === 'enabled';
  return (
    <>
      {isEnabled && <ActButton label="Send a test event" perform={() => request(TestEndpointDocument, { id })} />}
      <EditEndpoint endpoint={endpoint} />
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
