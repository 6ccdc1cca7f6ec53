import { useState } from 'react';
import { AddOperatorDocument, ChangeOperatorDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { useMutationOnce } from '../../graph/use-mutation-once';
import { useOperator } from '../../session/operator';
import { forgetTypedInto, useTyped } from '../../session/typed-values';
import { ActProblem } from '../../ui/act-problem';
import { ChoiceFilter } from '../../ui/choice-filter';
import { Dialog, DialogFooter } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TextField } from '../../ui/text-field';
import { LenderRoles } from './lender-roles';
import {
  BY_CHOICES,
  draftOf,
  missingIn,
  type OperatorDraft,
  REACH_CHOICES,
  ROLE_CHOICES,
  rightsOf,
  roleOf,
} from './operator-draft';
import type { Person } from './person';

interface OperatorFormProps {
  /** Left out: a new one. */
  readonly person?: Person;
  readonly onClose: () => void;
}

export function OperatorForm({ person, onClose }: OperatorFormProps) {
  const form = `operator:${person?.id ?? 'new'}`;
  const { issuer } = useOperator();
  const [draft, setDraft] = useTyped<OperatorDraft>(form, draftOf(person, issuer));
  // Contact data is never kept.
  const [email, setEmail] = useState('');
  const [isTried, setTried] = useState(false);
  const change = (changed: Partial<OperatorDraft>) => setDraft({ ...draft, ...changed });
  const isNew = person === undefined;
  const missing = missingIn(draft, isNew ? email : undefined);
  const shown = (problem: string | undefined) => (isTried ? problem : undefined);
  const name = draft.name.trim();
  const save = useMutationOnce<unknown>({
    perform: () => {
      if (person !== undefined)
        return request(ChangeOperatorDocument, { id: person.id, input: { name, ...rightsOf(draft) } });
      const by =
        draft.by === 'email' ? { email: email.trim() } : { subject: draft.subject.trim(), issuer: draft.issuer.trim() };
      return request(AddOperatorDocument, { input: { name, ...by, ...rightsOf(draft) } });
    },
    changes: ['operators', 'operator-tokens'],
    onDone: () => {
      forgetTypedInto(form);
      onClose();
    },
  });
  return (
    <Dialog
      title={isNew ? 'Add an operator' : `Change ${person.name}`}
      isOpen
      onClose={onClose}
      isHeld={save.isPending}
    >
      <Form
        onSubmit={() => {
          setTried(true);
          if (Object.values(missing).every((each) => each === undefined)) save.start();
        }}
      >
        <TextField
          label="Name"
          value={draft.name}
          onChange={(typed) => change({ name: typed })}
          problem={shown(missing.name)}
          autoFocus
        />
        {isNew && (
          <>
            <ChoiceFilter
              label="Signs in by"
              isRequired
              choices={BY_CHOICES}
              chosen={draft.by}
              onChoose={(by) => change({ by: by === 'subject' ? 'subject' : 'email' })}
            />
            {draft.by === 'email' ? (
              <TextField
                label="Email address"
                value={email}
                onChange={setEmail}
                problem={shown(missing.email)}
                hint="As the identity provider has verified it"
              />
            ) : (
              <>
                <TextField
                  label="Subject"
                  value={draft.subject}
                  onChange={(subject) => change({ subject })}
                  problem={shown(missing.subject)}
                  hint="The person’s id at the identity provider (sub)"
                />
                <TextField
                  label="Identity provider"
                  value={draft.issuer}
                  onChange={(typed) => change({ issuer: typed })}
                  problem={shown(missing.issuer)}
                />
              </>
            )}
          </>
        )}
        <ChoiceFilter
          label="Access to"
          isRequired
          choices={REACH_CHOICES}
          chosen={draft.reach}
          onChoose={(reach) => change({ reach: reach === 'some' ? 'some' : 'all' })}
        />
        {draft.reach === 'all' ? (
          <ChoiceFilter
            label="Role"
            isRequired
            choices={ROLE_CHOICES}
            chosen={draft.role}
            onChoose={(role) => change({ role: roleOf(role) })}
          />
        ) : (
          <LenderRoles roles={draft.roles} onChange={(roles) => change({ roles })} problem={shown(missing.roles)} />
        )}
        <ActProblem act={save} />
        <DialogFooter onCancel={onClose} isHeld={save.isPending} isDisabled={save.isPending}>
          {isNew ? 'Add' : 'Save'}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
