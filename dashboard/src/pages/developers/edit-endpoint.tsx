import { useState } from 'react';
import {
  EditEndpointDocument,
  type EndpointRowFragment,
  type UpdateWebhookEndpointInput,
} from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useTyped } from '../../session/typed-values';
import { Problem } from '../../ui/action-problem-alert';
import { Button } from '../../ui/button';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { ChooseEventTypes } from './choose-event-types';

/** Changes where an endpoint’s events are sent, and which ones. */
export function EditEndpoint({ endpoint }: { readonly endpoint: EndpointRowFragment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Edit</Button>
      {isOpen && <EditForm endpoint={endpoint} onClose={() => setOpen(false)} />}
    </>
  );
}

interface EditFormProps {
  readonly endpoint: EndpointRowFragment;
  readonly onClose: () => void;
}

function EditForm({ endpoint, onClose }: EditFormProps) {
  const { id } = endpoint;
  // As it was when the form opened, with which the typed values are compared: the page reads it again and again.
  const [before] = useState(endpoint);
  const [url, setUrl] = useTyped(`endpoint:${id}:url`, endpoint.url);
  const [types, setTypes] = useTyped<readonly string[]>(`endpoint:${id}:types`, endpoint.types);
  const [description, setDescription] = useTyped(`endpoint:${id}:description`, endpoint.description ?? '');
  const edit = useMutationOnce({
    perform: () =>
      request(EditEndpointDocument, { id, input: changesOf(before, { url: url.trim(), types, description }) }),
    changes: ['endpoints', 'endpoint'],
    onDone: onClose,
  });
  return (
    <Dialog title="Edit endpoint" isOpen onClose={onClose} isHeld={edit.isPending}>
      <Form onSubmit={() => edit.start()}>
        <TextField label="Address" value={url} onChange={setUrl} hint="Starts with https://" maxLength={2_000} />
        <TextField label="Description" value={description} onChange={setDescription} />
        <ChooseEventTypes chosen={types} onChoose={setTypes} />
        <Problem>{edit.problem}</Problem>
        <DialogFooter onCancel={onClose} isDisabled={url.trim() === '' || types.length === 0 || edit.isPending}>
          Save
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

interface Typed {
  readonly url: string;
  readonly types: readonly string[];
  readonly description: string;
}

/** Only what was changed: the rest may have been changed by others since the form opened. */
function changesOf(before: EndpointRowFragment, { url, types, description }: Typed): UpdateWebhookEndpointInput {
  const isSame = types.length === before.types.length && types.every((type) => before.types.includes(type));
  return {
    ...(url !== before.url && { url }),
    ...(!isSame && { types: [...types] }),
    ...(description !== (before.description ?? '') && { description: description === '' ? null : description }),
  };
}
