import { useState } from 'react';
import { centsOf } from '../../format/money';
import { NOTE_KIND_CHOICES, NOTE_KINDS } from '../../format/notes';
import { type AccountNoteInput, type AccountNoteKind, AddNoteDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { forgetTypedInto, useTyped } from '../../session/typed-values';
import { Problem } from '../../ui/action-problem-alert';
import { ChoiceFilter } from '../../ui/choice-filter';
import { DateField } from '../../ui/date-field';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextArea } from '../../ui/text-area';
import { TextField } from '../../ui/text-field';

interface TypedNote {
  readonly kind: AccountNoteKind;
  readonly text: string;
  readonly amount: string;
  readonly promisedOn: string;
}

const EMPTY: TypedNote = { kind: 'call', text: '', amount: '', promisedOn: '' };

interface AddNoteProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

export function AddNote({ accountId, onClose }: AddNoteProps) {
  const name = `note:${accountId}`;
  const [typed, setTyped] = useTyped<TypedNote>(name, EMPTY);
  const [isTried, setTried] = useState(false);
  // A repetition after a lost answer must not write the note twice; another text is another note.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const change = (changed: Partial<TypedNote>) => {
    setTyped({ ...typed, ...changed });
    setKey(crypto.randomUUID());
  };
  const isPromise = typed.kind === 'promise_to_pay';
  const input = inputOf(typed);
  const add = useMutationOnce({
    perform: () => request(AddNoteDocument, { accountId, key, input: input ?? { kind: typed.kind, text: typed.text } }),
    changes: ['account', 'account-timeline', 'notes', 'borrower-loans', 'collections', 'collection-totals'],
    onDone: () => {
      forgetTypedInto(name);
      onClose();
    },
  });
  return (
    <Dialog title="Add a note" isOpen onClose={onClose} isHeld={add.isPending}>
      <Form
        onSubmit={() => {
          setTried(true);
          if (input !== undefined) add.start();
        }}
      >
        <ChoiceFilter
          label="Kind"
          isRequired
          choices={NOTE_KIND_CHOICES}
          chosen={typed.kind}
          onChoose={(id) => change({ kind: NOTE_KINDS.find((each) => each === id) ?? 'other' })}
        />
        {isPromise && (
          <>
            <TextField
              label="Promised amount in dollars"
              value={typed.amount}
              onChange={(amount) => change({ amount })}
              inputMode="decimal"
              problem={isTried && !centsOf(typed.amount) ? 'Please enter an amount, for example 125.00.' : undefined}
            />
            <div className="field">
              <span className="label">Promised by</span>
              <DateField
                label="Promised by"
                value={typed.promisedOn}
                onChange={(promisedOn) => change({ promisedOn })}
              />
              {isTried && typed.promisedOn === '' && (
                <div role="alert" className="error-text">
                  Please choose the day by which it was promised.
                </div>
              )}
            </div>
          </>
        )}
        <TextArea
          label="Note"
          holds="prose"
          value={typed.text}
          onChange={(text) => change({ text })}
          rows={5}
          maxLength={2000}
          problem={isTried && typed.text.trim() === '' ? 'Please write the note.' : undefined}
        />
        <Problem>{add.problem}</Problem>
        <DialogFooter onCancel={onClose} isHeld={add.isPending} isDisabled={add.isPending}>
          {add.isPending ? 'Adding …' : 'Add the note'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

/** The note to send; undefined while something is missing. */
function inputOf({ kind, text, amount, promisedOn }: TypedNote): AccountNoteInput | undefined {
  if (text.trim() === '') return undefined;
  if (kind !== 'promise_to_pay') return { kind, text };
  const promisedCents = centsOf(amount);
  return promisedCents && promisedOn !== '' ? { kind, text, promisedCents, promisedOn } : undefined;
}
