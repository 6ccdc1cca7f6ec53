import { MakeEndpointDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useLender } from '../../lender/chosen-lender';
import { useTyped } from '../../session/typed-values';
import { Problem } from '../../ui/action-problem-alert';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { ChooseEventTypes } from './choose-event-types';
import { Secret } from './webhook-signing-secret';

const TYPES = ['payment.*', 'autopay_run.*'];

/** For the chosen lender, or for all. */
export function CreateEndpoint({ onClose }: { readonly onClose: () => void }) {
  const lender = useLender();
  const [url, setUrl] = useTyped('new-endpoint:url', '');
  const [types, setTypes] = useTyped<readonly string[]>('new-endpoint:types', TYPES);
  const [description, setDescription] = useTyped('new-endpoint:description', '');
  const make = useMutationOnce({
    perform: () =>
      request(MakeEndpointDocument, {
        input: {
          url: url.trim(),
          types,
          ...(description !== '' && { description }),
          ...(lender !== null && { organizationIds: [lender] }),
        },
      }),
    changes: ['endpoints'],
  });
  const made = make.data?.createWebhookEndpoint;
  return (
    <Dialog title="Add endpoint" isOpen onClose={onClose} isHeld={make.isPending}>
      {made ? (
        <Secret secret={made.secret} onDone={onClose} />
      ) : (
        <Form onSubmit={() => make.start()}>
          <TextField
            label="Address"
            value={url}
            onChange={setUrl}
            autoFocus
            hint="Starts with https://"
            maxLength={2_000}
          />
          <TextField label="Description" value={description} onChange={setDescription} />
          <ChooseEventTypes chosen={types} onChoose={setTypes} />
          <Problem>{make.problem}</Problem>
          <DialogFooter onCancel={onClose} isDisabled={url.trim() === '' || types.length === 0 || make.isPending}>
            Add
          </DialogFooter>
        </Form>
      )}
    </Dialog>
  );
}
