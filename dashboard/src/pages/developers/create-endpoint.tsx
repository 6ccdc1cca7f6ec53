import { useState } from 'react';
import { MakeEndpointDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useLender } from '../../lender/chosen-lender';
import { type Lender, useLenders } from '../../lender/lenders';
import { useTyped } from '../../session/typed-values';
import { Problem } from '../../ui/action-problem-alert';
import { CheckList } from '../../ui/check-list';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { ChooseEventTypes } from './choose-event-types';
import { Secret } from './webhook-signing-secret';

const TYPES = ['payment.*', 'autopay_run.*'];

/** For the lenders that are chosen in the form; the page's lender is preselected. */
export function CreateEndpoint({ onClose }: { readonly onClose: () => void }) {
  const lender = useLender();
  const { lenders } = useLenders();
  const [url, setUrl] = useTyped('new-endpoint:url', '');
  const [types, setTypes] = useTyped<readonly string[]>('new-endpoint:types', TYPES);
  const [description, setDescription] = useTyped('new-endpoint:description', '');
  const [typed, setTyped] = useTyped<readonly string[]>('new-endpoint:lenders', lender === null ? [] : [lender]);
  // With one lender, there is no choice.
  const only = lenders.length === 1 ? lenders[0]?.id : undefined;
  const chosen = only === undefined ? typed : [only];
  const [isTried, setTried] = useState(false);
  const problem = lendersProblem(lenders, chosen);
  const isMixed = chosen.length > 0 && problem !== undefined;
  const make = useMutationOnce({
    perform: () =>
      request(MakeEndpointDocument, {
        input: {
          url: url.trim(),
          types,
          ...(description !== '' && { description }),
          organizationIds: [...chosen],
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
        <Form
          onSubmit={() => {
            setTried(true);
            if (problem === undefined) make.start();
          }}
        >
          <TextField
            label="Address"
            value={url}
            onChange={setUrl}
            autoFocus
            hint="Starts with https://"
            maxLength={2_000}
          />
          <TextField label="Description" value={description} onChange={setDescription} />
          {only === undefined && (
            <CheckList
              label="Lenders"
              choices={lenders.map(choiceOf)}
              chosen={chosen}
              onChoose={setTyped}
              problem={isTried || isMixed ? problem : undefined}
            />
          )}
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

function choiceOf({ id, displayName, isSandbox }: Lender) {
  return { id, text: isSandbox ? `${displayName} (sandbox)` : displayName };
}

/** What is wrong with the choice of lenders; the server refuses both. */
function lendersProblem(lenders: readonly Lender[], chosen: readonly string[]): string | undefined {
  if (chosen.length === 0) return 'Please choose a lender.';
  const sandboxes = lenders.filter(({ id, isSandbox }) => isSandbox && chosen.includes(id)).length;
  if (sandboxes === 0 || sandboxes === chosen.length) return undefined;
  return 'An endpoint cannot receive events of sandboxes and of lenders. Please choose one kind.';
}
