import { useState } from 'react';
import { SCOPES } from '../../generated/contract-lists';
import { CreateKeyDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useLender } from '../../lender/chosen-lender';
import { useLenders } from '../../lender/lenders';
import { forgetTypedInto, useTyped } from '../../session/typed-values';
import { ActProblem } from '../../ui/act-problem';
import { CheckList } from '../../ui/check-list';
import { DateField } from '../../ui/date-field';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { NewKey } from './new-key';

interface TypedKey {
  readonly name: string;
  readonly lenders: readonly string[];
  readonly scopes: readonly string[];
  /** The last day; empty: it does not expire. */
  readonly lastDay: string;
}

const FORM = 'new-key';

export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const lender = useLender();
  const { lenders } = useLenders();
  const first = { name: '', lenders: lender === null ? [] : [lender], scopes: [], lastDay: '' };
  const [typed, setTyped] = useTyped<TypedKey>(FORM, first);
  const [isTried, setTried] = useState(false);
  // A repetition after a lost answer must not create a second key; other input is another key.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const change = (changed: Partial<TypedKey>) => {
    setTyped({ ...typed, ...changed });
    setKey(crypto.randomUUID());
  };
  const isWhole = typed.name.trim() !== '' && typed.lenders.length > 0 && typed.scopes.length > 0;
  const create = useMutationOnce({
    perform: () =>
      request(CreateKeyDocument, {
        key,
        input: {
          name: typed.name.trim(),
          organizationIds: [...typed.lenders],
          scopes: [...typed.scopes],
          ...(typed.lastDay !== '' && { expiresAt: `${typed.lastDay}T23:59:59Z` }),
        },
      }),
    changes: ['keys'],
    onDone: () => forgetTypedInto(FORM),
  });
  return (
    <Dialog title="Create an API key" isOpen onClose={onClose} isHeld={create.isPending}>
      {create.data ? (
        <NewKey created={create.data.createApiKey} onDone={onClose} />
      ) : (
        <Form
          onSubmit={() => {
            setTried(true);
            if (isWhole) create.start();
          }}
        >
          <TextField
            label="Name"
            value={typed.name}
            onChange={(name) => change({ name })}
            hint="What the key is for"
            problem={isTried && typed.name.trim() === '' ? 'Please enter a name.' : undefined}
            maxLength={100}
            autoFocus
          />
          <CheckList
            label="Lenders"
            choices={lenders.map(({ id, displayName }) => ({ id, text: displayName }))}
            chosen={typed.lenders}
            onChoose={(chosen) => change({ lenders: chosen })}
            problem={isTried && typed.lenders.length === 0 ? 'Please choose a lender.' : undefined}
          />
          <CheckList
            label="Scopes"
            choices={SCOPES.map((id) => ({ id, text: id }))}
            chosen={typed.scopes}
            onChoose={(chosen) => change({ scopes: chosen })}
            problem={isTried && typed.scopes.length === 0 ? 'Please choose a scope.' : undefined}
          />
          <div className="field">
            <span className="label">Expires at the end of (UTC; optional)</span>
            <DateField
              label="Expires at the end of"
              value={typed.lastDay}
              onChange={(lastDay) => change({ lastDay })}
            />
          </div>
          <ActProblem act={create} />
          <DialogFooter onCancel={onClose} isHeld={create.isPending} isDisabled={create.isPending}>
            {create.isPending ? 'Creating …' : 'Create'}
          </DialogFooter>
        </Form>
      )}
    </Dialog>
  );
}
